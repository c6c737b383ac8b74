/**
 * The web app: its files, and one page for every other path, because the app itself knows its pages.
 *
 * Invariants: a page
 * - loads nothing from other origins,
 * - runs only scripts that are files of this server,
 * - cannot be framed by another site,
 * - sends no `Referer`, because its address may contain a secret.
 */
import { resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failure } from '../lib/errors.ts'
import { isBuilt } from './web_files.ts'

export interface WebAppOptions {
  /** The folder of the web app that `npm run build` creates; it may be absent. */
  web: string
  publicUrl: string | null
}

/** The response to a program that requests the root path. */
const ROOT_ANSWER = { name: 'Workloom', api: '/api/1.0', openapi: '/api/1.0/openapi.json' }

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:", "connect-src 'self'", "font-src 'self'"],
  // Files of tasks are shown in a page, in a sandbox of their own.
  ...["media-src 'self'", "frame-src 'self'", "worker-src 'self'", "manifest-src 'self'"],
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

/**
 * What a script, a style sheet or a font needs. The policy of the page that loads it applies to it; sent with each file,
 * the headers of pages would be a fifth of a first visit.
 */
const assetHeaders = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

/** Files that a browser can also show by themselves: they get the headers of pages. */
const IS_DOCUMENT = /\.(?:svg|html|xml)(?:\.\w+)?$/

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

/**
 * Files below `/assets/` are immutable, because their names contain a hash; the page itself is revalidated each time. The
 * build stores them compressed too.
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
    preCompressed: true,
    suppressWarning: true,
    setHeaders: (reply, path) => void reply.headers(IS_DOCUMENT.test(path) ? ours : assetHeaders),
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

/** Paths below which only the app has addresses: links that programs follow too, such as those in chats and e-mails. */
const PAGES_ONLY = /^\/(?:[01]|settings|admin)(?:[/?]|$)/

type BrowserRequest = Pick<FastifyRequest, 'url' | 'headers'>

/** Whether a browser opens a page of the app. */
export const isPage = ({ url, headers: { accept = '' } }: BrowserRequest): boolean =>
  /\btext\/html\b/.test(accept) && !/^\/(?:api|-|assets)(?:[/?]|$)/.test(url)

/** Whether the app answers. A client that does not accept HTML gets the response of the API. */
function isForApp(request: BrowserRequest): boolean {
  const { accept = '*/*' } = request.headers
  if (/\btext\/html\b/.test(accept)) return isPage(request)
  return PAGES_ONLY.test(request.url) && accept.includes('*/*')
}

function sendApp(reply: FastifyReply, web: string) {
  if (!isBuilt(web)) {
    return reply.code(failure.notReady).type('text/html; charset=utf-8').send(NOT_BUILT)
  }
  return reply.header('cache-control', 'no-cache').sendFile('index.html', resolve(web), { cacheControl: false })
}
