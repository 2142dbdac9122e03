// n8n asks for sqlite3@5, whose install downloads a binary from github.com or compiles one.
// @appthreat/sqlite3 is the same API with prebuilt binaries inside its npm tarball.
module.exports = require('@appthreat/sqlite3').default;
