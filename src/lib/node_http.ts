/**
 * `node:http` without the cost of an import. An import reads every name of the module; one of them is `WebSocket`, for
 * which Node loads its `fetch` client: 15 MB in a server that may never call anyone.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')
