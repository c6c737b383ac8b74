/**
 * `node:http`, without what an import of it brings: an import asks for every name that the module has, one of which is
 * `WebSocket`, and with that Node loads its whole client for `fetch`, 15 MB of a server that may never call anybody.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')
