import eslint from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import regexp from 'eslint-plugin-regexp';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const nodeFiles = '{nodes,credentials}/**/*.{js,ts,json}';
const packageFiles = ['package.json', nodeFiles];
const toolFiles = ['{sandbox,tools,test}/**/*.ts'];

/** The rules and exceptions of n8n's verification scanner (@n8n/scan-community-package 0.32) for the source. */
const scanner = [
	{ ...n8nCommunityNodesPlugin.configs.recommended, files: packageFiles },
	{
		files: packageFiles,
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		languageOptions: { parser: tseslint.parser },
		linterOptions: { noInlineConfig: true },
		rules: { 'no-console': 'error' },
	},
	{ files: ['package.json'], rules: n8nNodesBase.configs.community.rules },
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
];

export default defineConfig(
	{ ignores: ['dist/', 'coverage/', '.data/'] },
	...scanner,
	{
		files: ['{nodes,credentials}/**/*.ts', ...toolFiles],
		extends: [eslint.configs.recommended, tseslint.configs.recommendedTypeChecked],
		languageOptions: {
			parserOptions: { project: './tsconfig.dev.json', tsconfigRootDir: import.meta.dirname },
		},
		linterOptions: { reportUnusedDisableDirectives: 'error' },
		rules: {
			'@typescript-eslint/consistent-type-imports': 'error',
			// n8n's and fastify's interfaces require async functions, even if nothing is awaited.
			'@typescript-eslint/require-await': 'off',
			// Parameters and responses are JSON of unknown shape (IDataObject), which may be converted to text.
			'@typescript-eslint/no-base-to-string': 'off',
		},
	},
	{
		// So that an editor finds callers: only n8n passes a context as `this`, everywhere else it is the first parameter.
		files: ['nodes/**/*.ts'],
		ignores: ['**/*.node.ts', '**/methods/listSearch.ts', '**/methods/loadOptions.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				{
					selector: ':function > Identifier.params[name="this"]',
					message: 'Pass the context as the first parameter. Only n8n passes it as `this`.',
				},
				{
					selector: 'TSFunctionType > Identifier.params[name="this"]',
					message: 'Pass the context as the first parameter. Only n8n passes it as `this`.',
				},
			],
		},
	},
	{
		// Node.js runs these files as they are, and it does not guess an extension.
		files: ['{sandbox,tools,test/openapi,test/nodes/contract}/**/*.ts'],
		ignores: ['**/*.test.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				{
					selector:
						':matches(ImportDeclaration[importKind="value"], ExportNamedDeclaration[exportKind="value"], ExportAllDeclaration) > Literal[value=/^\\.(?!.*\\.(ts|mjs|cjs|json)$)/]',
					message: 'Write the extension of the file, too.',
				},
			],
		},
	},
	{
		// n8n answers nobody while an expression runs, so on text of others its time must not grow with the square of the text.
		files: [nodeFiles],
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { ignorePartial: false, report: 'potential' }],
		},
	},
	{
		files: ['tools/**/*.{mjs,cjs}', '*.{js,mjs}'],
		extends: [eslint.configs.recommended],
		languageOptions: {
			globals: {
				console: 'readonly',
				process: 'readonly',
				module: 'writable',
				exports: 'writable',
				require: 'readonly',
				__dirname: 'readonly',
				setTimeout: 'readonly',
				setInterval: 'readonly',
				clearInterval: 'readonly',
				URL: 'readonly',
			},
		},
	},
);
