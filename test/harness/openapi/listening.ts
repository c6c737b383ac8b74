/** Compares the responses of a server that listens with the OpenAPI document, for clients that send HTTP themselves. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { contradictionOf } from './answers.ts'

/** Makes the test fail at its end if a response of the server contradicted the document. */
export function checkListening(app: FastifyInstance): void {
  const found: string[] = []
  app.server.prependListener('request', ({ method = 'GET', url = '' }, response) => {
    const sent = recordOf(response)
    response.once('finish', () => {
      const { 'content-encoding': encoding, ...headers } = sent.headers
      const text = decoded(Buffer.concat(sent.chunks), encoding).toString()
      const contradiction = contradictionOf({ method, url, status: response.statusCode, headers, text })
      if (contradiction) found.push(contradiction)
    })
  })
  after(() => assert.deepEqual(found, []))
}

interface SentResponse {
  headers: Record<string, unknown>
  chunks: Buffer[]
}

/** What is sent with a response from now on. */
function recordOf(response: ServerResponse): SentResponse {
  const sent: SentResponse = { headers: {}, chunks: [] }
  const record = {
    writeHead: (given: unknown) => Object.assign(sent.headers, Array.isArray(given) ? namedHeaders(given) : given),
    write: (given: unknown) => keep(given),
    end: (given: unknown) => keep(given),
  }
  const keep = (given: unknown) => {
    if (typeof given === 'string' || given instanceof Uint8Array) sent.chunks.push(Buffer.from(given as string))
  }
  for (const [name, note] of Object.entries(record)) {
    const send = (response[name as keyof typeof record] as (...given: unknown[]) => unknown).bind(response)
    const recorded = (...given: unknown[]) => {
      Object.assign(sent.headers, response.getHeaders())
      note(name === 'writeHead' ? given.at(-1) : given[0])
      return send(...given)
    }
    Object.assign(response, { [name]: recorded })
  }
  return sent
}

/** Headers from a list of names and values in turn. */
const namedHeaders = (list: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(list.flatMap((name, at) => (at % 2 === 0 ? [[String(name).toLowerCase(), list[at + 1]]] : [])))

const decoders: Record<string, (content: Buffer) => Buffer> = { gzip: gunzipSync, br: brotliDecompressSync }

const decoded = (content: Buffer, encoding: unknown) => decoders[String(encoding)]?.(content) ?? content
