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
import { issueAccess, revokeAccess } from './token.ts'

export function serveOauth(server: FastifyInstance, dependencies: OauthDependencies & Pick<Kernel, 'limits'>): void {
  // Not for HEAD, which must not issue a code.
  server.get('/-/oauth_authorize', (request, reply) => serveAuthorize(dependencies, request, reply))
  server.post('/-/oauth_token', { bodyLimit: MAX_BODY_BYTES }, (request, reply) =>
    serveToken(dependencies, issueAccess, request, reply),
  )
  server.post('/-/oauth_revoke', { bodyLimit: MAX_BODY_BYTES }, (request, reply) =>
    serveToken(dependencies, revokeAccess, request, reply),
  )
  server.route({
    method: READ_METHODS,
    url: '/api/1.0/.well-known/openid-configuration',
    handler: (request, reply) =>
      reply.headers(headers).send(JSON.stringify(configuration(clientInfo(dependencies, request).origin))),
  })
  // An empty set is not cached: the first key may be created at any time.
  const keys = cacheBriefly(
    dependencies.clock,
    () => keySet(dependencies.store.read),
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
    handler: (request, reply) => serveUserinfo(dependencies, request, reply),
  })
}

async function serveAuthorize(dependencies: OauthDependencies, request: FastifyRequest, reply: FastifyReply) {
  const { url } = request
  const text = url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''
  const page = await authorize(dependencies, clientInfo(dependencies, request), queryOf(text), text)
  reply.headers(privateHeaders)
  if (page.location !== undefined) return reply.redirect(page.location)
  // wire: docs "OAuth": plain text, because there is no address to redirect to
  return reply.header('content-type', 'text/plain; charset=UTF-8').code(failure.badRequest).send(page.text)
}

const ONE_READ = { reads: 1, writes: 0, searches: 0, jobs: 0, costs: null }

async function serveUserinfo(
  dependencies: OauthDependencies & Pick<Kernel, 'limits'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { store, clock, limits } = dependencies
  const { authorization } = request.headers
  const actor = await authenticate(store, { authorization, session: undefined }, clock())
  const permit = await limits.acquire(actor.token, actor.gid, ONE_READ)
  try {
    return await reply
      .headers(headers)
      .send(JSON.stringify(await userinfo(store.read, actor, clientInfo(dependencies, request).origin)))
  } finally {
    limits.release(permit, undefined)
  }
}

async function serveToken(
  dependencies: OauthDependencies,
  answerRequest: typeof issueAccess,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { authorization, 'content-type': type } = request.headers
  reply.headers(privateHeaders)
  try {
    const parameters = parametersOf(request.body as Buffer | undefined, type)
    return reply.send(
      JSON.stringify(
        await answerRequest(dependencies, {
          parameters,
          authorization,
          client: clientInfo(dependencies, request),
        }),
      ),
    )
  } catch (error) {
    if (error instanceof OauthError) return reply.code(failure.badRequest).send(oauthErrorBody(error))
    throw error
  }
}
