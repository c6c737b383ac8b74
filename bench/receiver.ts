/** A webhook target, as a process of its own: it accepts everything and returns an empty response. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readOptions, serve } from './child.ts'

await readOptions()
let deliveries = 0
const server = createServer((request, response) => {
  deliveries++
  request.resume().on('end', () => response.end())
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  serve({ target: `http://127.0.0.1:${port}/` }, () => ({ deliveries }))
})
