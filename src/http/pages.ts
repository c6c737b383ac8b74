/**
 * The web app: its files, and one page for every other path, because the app itself knows its pages.
 *
 * Invariants: a page
 * - loads nothing from other origins,
 * - runs only scripts that are files of this server,
 * - cannot be framed by another site,
 * - sends no `Referer`, because its address may contain a secret.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failure } from '../lib/errors.ts'

export interface WebAppOptions {
  /** The folder of the web app that `npm run build` creates; it may be absent. */
  web: string
  publicUrl: string | null
}

/** The response to a program that requests the root path. */
const ROOT_ANSWER = { name: 'Workloom', api: '/api/1.0', openapi: '/api/1.0/openapi.json' }

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'", "font-src 'self'"],
  ...["form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"],
].join('; ')

const pageHeaders = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'none',
}

/** Half a year: long enough to protect, short enough to take back. */
const strictTransport = { 'strict-transport-security': 'max-age=15552000' }

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Workloom</title>
<h1>The web app is not built</h1>
<p>The server is running, and its API works. To build the web app, run this in the folder of the program, then reload this page:</p>
<pre>npm ci &amp;&amp; npm run build</pre>
`

/** Whether the web app is built. */
export const isBuilt = (web: string): boolean => existsSync(resolve(web, 'index.html'))

/**
 * Files below `/assets/` are immutable, because their names contain a hash; the page itself is revalidated each time.
 */
export async function servePages(server: FastifyInstance, { web, publicUrl }: WebAppOptions): Promise<void> {
  const ours = publicUrl?.startsWith('https:') ? { ...pageHeaders, ...strictTransport } : pageHeaders
  await server.register(fastifyStatic, {
    root: resolve(web, 'assets'),
    prefix: '/assets/',
    index: false,
    dotfiles: 'ignore',
    maxAge: '1y',
    immutable: true,
    suppressWarning: true,
    setHeaders: reply => void reply.headers(ours),
  })
  server.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => {
      reply.header('vary', 'Accept')
      if (isForApp(request)) return sendApp(reply.headers(ours), web)
      return /^\/(?:\?|$)/.test(request.url) ? reply.send(ROOT_ANSWER) : reply.callNotFound()
    },
  })
}

/** Whether a browser opens a page of the app. A client that does not accept HTML gets the response of the API. */
function isForApp({ url, headers }: FastifyRequest): boolean {
  return !/^\/(?:api|-|assets)(?:[/?]|$)/.test(url) && /\btext\/html\b/.test(headers.accept ?? '')
}

function sendApp(reply: FastifyReply, web: string) {
  if (!isBuilt(web)) {
    return reply.code(failure.notReady).type('text/html; charset=utf-8').send(NOT_BUILT)
  }
  return reply.header('cache-control', 'no-cache').sendFile('index.html', resolve(web), { cacheControl: false })
}
