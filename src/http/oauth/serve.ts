/** Registers the routes of OAuth 2.0 and OpenID Connect, at the paths that clients expect. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticate } from '../../identity/tokens.ts'
import { failure } from '../../lib/errors.ts'
import { LARGEST } from '../console/route.ts'
import { headers, privateHeaders, READ_METHODS } from '../envelope.ts'
import { queryOf } from '../options.ts'
import { forAMoment } from '../public/moment.ts'
import type { Kernel } from '../request.ts'
import { clientInfo } from '../visit.ts'
import { authorize } from './authorize.ts'
import { membersOf, OauthError, oauthErrorBody } from './members.ts'
import { configuration, keySet, PLACE, userinfo } from './openid.ts'
import type { Program } from './request.ts'
import { giveBack, token } from './token.ts'

export function serveOauth(server: FastifyInstance, program: Program & Pick<Kernel, 'limits'>): void {
  // Not for HEAD, which must not issue a code.
  server.get('/-/oauth_authorize', (request, reply) => serveAuthorize(program, request, reply))
  server.post('/-/oauth_token', { bodyLimit: LARGEST }, (request, reply) => serveToken(program, token, request, reply))
  server.post('/-/oauth_revoke', { bodyLimit: LARGEST }, (request, reply) =>
    serveToken(program, giveBack, request, reply),
  )
  server.route({
    method: READ_METHODS,
    url: '/api/1.0/.well-known/openid-configuration',
    handler: (request, reply) =>
      reply.headers(headers).send(JSON.stringify(configuration(clientInfo(program, request).origin))),
  })
  // An empty set is not cached: the first key may be created at any time.
  const keys = forAMoment(
    program.clock,
    () => keySet(program.store.read),
    set => set.keys.length > 0,
  )
  server.route({
    method: READ_METHODS,
    url: `${PLACE}/jwks`,
    handler: async (_request, reply) => reply.headers(headers).send(JSON.stringify(await keys())),
  })
  server.route({
    method: [...READ_METHODS, 'POST'],
    url: `${PLACE}/userinfo`,
    handler: (request, reply) => serveUserinfo(program, request, reply),
  })
}

async function serveAuthorize(program: Program, request: FastifyRequest, reply: FastifyReply) {
  const { url } = request
  const text = url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''
  const page = await authorize(program, clientInfo(program, request), queryOf(text), text)
  reply.headers(privateHeaders)
  if (page.location !== undefined) return reply.redirect(page.location)
  // wire: docs "OAuth": plain text, because there is no address to redirect to
  return reply.header('content-type', 'text/plain; charset=UTF-8').code(failure.unusable).send(page.text)
}

const ONE_READ = { reads: 1, writes: 0, searches: 0, jobs: 0, costs: false }

async function serveUserinfo(program: Program & Pick<Kernel, 'limits'>, request: FastifyRequest, reply: FastifyReply) {
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

async function serveToken(program: Program, run: typeof token, request: FastifyRequest, reply: FastifyReply) {
  const { authorization, 'content-type': type } = request.headers
  reply.headers(privateHeaders)
  try {
    const members = membersOf(request.body as Buffer | undefined, type)
    return reply.send(JSON.stringify(await run(program, { members, authorization, visit: clientInfo(program, request) })))
  } catch (error) {
    if (error instanceof OauthError) return reply.code(failure.unusable).send(oauthErrorBody(error))
    throw error
  }
}
