// n8n depends on sqlite3@5, whose install script downloads a binary from github.com or compiles one.
// @appthreat/sqlite3 has the same API, with prebuilt binaries in its tarball.
module.exports = require('@appthreat/sqlite3').default;
