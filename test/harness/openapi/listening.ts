/** Compares the responses of a server that listens with the OpenAPI document, for clients that send HTTP themselves. */
import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { contradictionOf } from './answers.ts'

/** Makes the test fail at its end if a response of the server contradicted the document. */
export function checkListening(app: FastifyInstance): void {
  const found: string[] = []
  app.server.prependListener('request', (request, response) => {
    const chunks: Buffer[] = []
    for (const name of ['write', 'end'] as const) {
      const send = response[name].bind(response) as (...given: unknown[]) => unknown
      const keep = (...given: unknown[]) => {
        if (typeof given[0] === 'string' || given[0] instanceof Uint8Array) chunks.push(Buffer.from(given[0]))
        return send(...given)
      }
      Object.assign(response, { [name]: keep })
    }
    response.once('finish', () => {
      const { method = 'GET', url = '' } = request
      const text = Buffer.concat(chunks).toString()
      const exchange = { method, url, status: response.statusCode, headers: response.getHeaders(), text }
      const contradiction = contradictionOf(exchange)
      if (contradiction) found.push(contradiction)
    })
  })
  after(() => assert.deepEqual(found, []))
}
