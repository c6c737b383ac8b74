/** The physical limit: `node:http` answers every request with the same bytes and does nothing else. */
import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readOptions, serve } from './child.ts'
import { gauge } from './gauge.ts'

const { headers, body } = await readOptions<{ headers: OutgoingHttpHeaders; body: string }>()
const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => serve({ port: (server.address() as AddressInfo).port }, gauge))
