export { hint } from '../transport/n8nQuirks';
