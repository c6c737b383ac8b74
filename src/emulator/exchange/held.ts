/** Responses that are held back until it is decided what the client gets instead. */
import type { ServerResponse } from 'node:http'

/** What a server wanted to send. */
export interface HeldResponse {
  status: number
  headers: [name: string, value: string | string[]][]
  body: Buffer
}

/** Holds a response back. Resolves when the server has ended it; undefined if the connection ends before. */
export function hold(response: ServerResponse): Promise<HeldResponse | undefined> {
  const { promise, resolve } = Promise.withResolvers<HeldResponse | undefined>()
  const { writeHead, write, end } = response
  const held: HeldResponse = { status: 0, headers: [], body: Buffer.alloc(0) }
  const parts: Buffer[] = []
  const take = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === 'string')
      parts.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'))
    else if (chunk instanceof Uint8Array) parts.push(Buffer.from(chunk))
  }
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    held.status = status
    held.headers.push(...pairsOf(rest.at(-1)))
    return response
  }) as ServerResponse['writeHead']
  response.write = ((chunk: unknown, encoding: unknown) => {
    take(chunk, encoding)
    return true
  }) as ServerResponse['write']
  response.end = ((chunk: unknown, encoding: unknown) => {
    take(chunk, encoding)
    Object.assign(response, { writeHead, write, end })
    held.status ||= response.statusCode
    held.body = Buffer.concat(parts)
    resolve(held)
    return response
  }) as ServerResponse['end']
  response.once('close', () => resolve(undefined))
  return promise
}

/** The headers of a call of `writeHead`, or of a response: an object, or a list of names and values. */
export function pairsOf(headers: unknown): HeldResponse['headers'] {
  if (typeof headers !== 'object' || headers === null) return []
  if (!Array.isArray(headers)) return Object.entries(headers).map(([name, value]) => [name, shown(value)])
  const names = headers.filter((_one, index) => index % 2 === 0)
  return names.map((name, index) => [String(name), shown(headers[index * 2 + 1])])
}

const shown = (value: unknown): string | string[] => (Array.isArray(value) ? value.map(String) : String(value))
