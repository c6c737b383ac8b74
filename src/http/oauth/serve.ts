/** Registers the routes of OAuth 2.0 and OpenID Connect, at the paths that clients expect. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticate } from '../../identity/tokens.ts'
import { failure } from '../../lib/errors.ts'
import { clientInfo } from '../client.ts'
import { MAX_BODY_BYTES } from '../console/route.ts'
import { headers, privateHeaders, READ_METHODS } from '../envelope.ts'
import { queryOf } from '../options.ts'
import { cacheBriefly } from '../public/short_cache.ts'
import type { Kernel } from '../request.ts'
import { authorize } from './authorize.ts'
import { configuration, keySet, OPENID_PATH, userinfo } from './openid.ts'
import { OauthError, oauthErrorBody, parametersOf } from './parameters.ts'
import type { OauthDependencies } from './request.ts'
import { answerRevocation, issueAccess } from './token.ts'

export function serveOauth(server: FastifyInstance, program: OauthDependencies & Pick<Kernel, 'limits'>): void {
  // Not for HEAD, which must not issue a code.
  server.get('/-/oauth_authorize', (request, reply) => serveAuthorize(program, request, reply))
  server.post('/-/oauth_token', { bodyLimit: MAX_BODY_BYTES }, (request, reply) =>
    serveToken(program, issueAccess, request, reply),
  )
  server.post('/-/oauth_revoke', { bodyLimit: MAX_BODY_BYTES }, (request, reply) =>
    serveToken(program, answerRevocation, request, reply),
  )
  server.route({
    method: READ_METHODS,
    url: '/api/1.0/.well-known/openid-configuration',
    handler: (request, reply) =>
      reply.headers(headers).send(JSON.stringify(configuration(clientInfo(program, request).origin))),
  })
  // An empty set is not cached: the first key may be created at any time.
  const keys = cacheBriefly(
    program.clock,
    () => keySet(program.store.read),
    set => set.keys.length > 0,
  )
  server.route({
    method: READ_METHODS,
    url: `${OPENID_PATH}/jwks`,
    handler: async (_request, reply) => reply.headers(headers).send(JSON.stringify(await keys())),
  })
  server.route({
    method: [...READ_METHODS, 'POST'],
    url: `${OPENID_PATH}/userinfo`,
    handler: (request, reply) => serveUserinfo(program, request, reply),
  })
}

async function serveAuthorize(program: OauthDependencies, request: FastifyRequest, reply: FastifyReply) {
  const { url } = request
  const text = url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''
  const page = await authorize(program, clientInfo(program, request), queryOf(text), text)
  reply.headers(privateHeaders)
  if (page.location !== undefined) return reply.redirect(page.location)
  // wire: docs "OAuth": plain text, because there is no address to redirect to
  return reply.header('content-type', 'text/plain; charset=UTF-8').code(failure.unusable).send(page.text)
}

const ONE_READ = { reads: 1, writes: 0, searches: 0, jobs: 0, costs: false }

async function serveUserinfo(
  program: OauthDependencies & Pick<Kernel, 'limits'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { store, clock, limits } = program
  const { authorization } = request.headers
  const actor = await authenticate(store, { authorization, session: undefined }, clock())
  const pass = await limits.acquire(actor.token, actor.gid, ONE_READ)
  try {
    return await reply.headers(headers).send(JSON.stringify(await userinfo(store.read, actor)))
  } finally {
    limits.release(pass, undefined)
  }
}

async function serveToken(
  program: OauthDependencies,
  run: typeof issueAccess,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { authorization, 'content-type': type } = request.headers
  reply.headers(privateHeaders)
  try {
    const members = parametersOf(request.body as Buffer | undefined, type)
    return reply.send(
      JSON.stringify(await run(program, { parameters: members, authorization, client: clientInfo(program, request) })),
    )
  } catch (error) {
    if (error instanceof OauthError) return reply.code(failure.unusable).send(oauthErrorBody(error))
    throw error
  }
}
