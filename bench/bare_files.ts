/** The physical limit of files: `node:http` writes each body durably to a folder, and sends it back. */
import { createReadStream, createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readOptions, serve } from './child.ts'
import { gauge } from './gauge.ts'

const { folder } = await readOptions<{ folder: string }>()
const path = join(folder, 'bare')
const server = createServer(async (request, response) => {
  if (request.method === 'GET') return pipeline(createReadStream(path), response)
  await pipeline(request, createWriteStream(`${path}.part`, { flush: true }))
  await rename(`${path}.part`, path)
  response.end('{}')
})
server.listen(0, '127.0.0.1', () => serve({ port: (server.address() as AddressInfo).port }, gauge))
