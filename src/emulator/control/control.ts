/**
 * The control API below `/-/emulator`: JSON in and out, without a token.
 * Errors are `{"errors": [{"message"}]}`; those of a seed also have the line and the column.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { discardBody, readBody } from '../../http/edge/request_body.ts'
import { type ApiError, malformed, noRoute } from '../../lib/errors.ts'
import { created } from '../../vocabulary/operation.ts'
import { clockRoutes } from './clock.ts'
import { faultRoutes } from './faults.ts'
import { unwrapped } from './input.ts'
import { logRoutes } from './logs.ts'
import { requestRoutes } from './requests.ts'
import type { ControlCall, ControlRoute, ControlTarget } from './route.ts'
import { settingRoutes } from './settings.ts'
import { snapshotRoutes } from './snapshots.ts'
import { stateRoutes } from './state.ts'
import { tokenRoutes } from './tokens.ts'
import { worldRoutes } from './worlds.ts'

const BASE = '/-/emulator'

const MAX_BODY_BYTES = 32 * 1024 * 1024

const routes: readonly ControlRoute[] = [
  ...[...worldRoutes, ...stateRoutes, ...snapshotRoutes, ...clockRoutes],
  ...[...settingRoutes, ...logRoutes, ...tokenRoutes, ...faultRoutes, ...requestRoutes],
]

export const isControl = (url: string): boolean => url.startsWith(BASE) && /^(?:[/?]|$)/.test(url.slice(BASE.length))

/** Answers a request of the control API. Throws an ApiError. */
export async function answerControl(
  target: ControlTarget,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '', 'http://localhost')
  const found = find(request.method ?? '', url.pathname.slice(BASE.length))
  if (!found) throw noRoute()
  const { route, param } = found
  const text = String(await readBody(request, MAX_BODY_BYTES).catch(error => refuseRest(request, response, error)))
  const [mediaType = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  const call: ControlCall = {
    ...target,
    ...{ param, query: url.searchParams, text, mediaType: mediaType.trim(), body: () => unwrapped(parsed(text)) },
  }
  const data = await route.answer(call)
  send(response, route.creates ? created : undefined, route.isBare ? data : { data })
}

/** The client may still be sending. */
async function refuseRest(request: IncomingMessage, response: ServerResponse, error: unknown): Promise<never> {
  response.setHeader('connection', 'close')
  await discardBody(request, DISCARD_MS)
  throw error
}

const DISCARD_MS = 2000

function find(method: string, path: string): { route: ControlRoute; param: string } | undefined {
  for (const route of routes) {
    if (route.method !== method) continue
    if (!route.path.endsWith('/:name')) {
      if (route.path === path) return { route, param: '' }
      continue
    }
    const base = route.path.slice(0, -':name'.length)
    const rest = path.startsWith(base) ? path.slice(base.length) : ''
    if (rest !== '' && !rest.includes('/')) return { route, param: decoded(rest) }
  }
  return undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw noRoute()
  }
}

function parsed(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (error) {
    throw malformed(`The body is not valid JSON: ${(error as Error).message}`)
  }
}

/** Sends an error, unless the response has begun. */
export function refuse(response: ServerResponse, { status, message, extras = {}, retryAfter }: ApiError): void {
  if (response.headersSent) return void response.destroy()
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter))
  send(response, status, { errors: [{ message }], ...extras })
}

function send(response: ServerResponse, status: number | undefined, body: unknown): void {
  const text = JSON.stringify(body)
  if (status !== undefined) response.statusCode = status
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.setHeader('content-length', Buffer.byteLength(text))
  response.setHeader('cache-control', 'no-store')
  response.end(text)
}
