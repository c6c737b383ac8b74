/**
 * A small OpenID provider on this machine, as strict as a real one: codes work once and with their verifier, and
 * clients authenticate with their secret. A test sets the signed-in person, and may corrupt the responses.
 */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'

type ClaimSet = Record<string, unknown>

export interface OpenidProvider {
  issuer: string
  client_id: string
  client_secret: string
  /** The claims of the identity token of the signed-in person. */
  person: ClaimSet
  /** The additional claims of userinfo. */
  userinfo: ClaimSet
  /** Claims that replace those of the token, and whether a foreign key signs it. */
  tamper: { claims?: ClaimSet; foreignKey?: boolean }
  /** Delays every response. */
  wait(): Promise<void>
  /** The number of code exchanges. */
  codeExchanges: number
  /** Opens an address of the provider as a browser does. Returns the redirect address. */
  visit(url: string): Promise<string>
}

interface IssuedCode {
  nonce: string
  challenge: string
  redirect_uri: string
}

type ProviderEndpoint = (url: URL, request: IncomingMessage, response: ServerResponse) => Promise<unknown>

const KID = 'one'

export async function openidProvider(): Promise<OpenidProvider> {
  const provider: OpenidProvider = {
    issuer: '',
    client_id: 'workloom',
    client_secret: 'a secret of both: with %signs & more',
    person: {},
    userinfo: {},
    tamper: {},
    wait: async () => undefined,
    codeExchanges: 0,
    visit: async url => (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '',
  }
  const codes = new Map<string, IssuedCode>()
  const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const keys = [{ ...(await exportJWK(own.publicKey)), kid: KID, alg: 'RS256', use: 'sig' }]
  const rooms: Record<string, ProviderEndpoint> = {
    '/.well-known/openid-configuration': async () => discoveryDocument(provider.issuer),
    '/jwks': async () => ({ keys }),
    '/userinfo': async () => ({ sub: provider.person.sub, ...provider.userinfo }),
    '/authorize': authorize(provider, codes),
    '/token': token(provider, codes, () => (provider.tamper.foreignKey ? foreign : own).privateKey),
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', provider.issuer)
    const room = rooms[url.pathname]
    await provider.wait()
    const answer = room ? await room(url, request, response) : undefined
    if (!response.headersSent) response.writeHead(room ? 200 : 404, { 'content-type': 'application/json' })
    response.end(answer === undefined ? '' : JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return provider
}

const discoveryDocument = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})

const authorize =
  (provider: OpenidProvider, codes: Map<string, IssuedCode>): ProviderEndpoint =>
  async ({ searchParams }, _request, response) => {
    const parameters = Object.fromEntries(searchParams) as Record<string, string>
    const { nonce = '', code_challenge: challenge = '', redirect_uri = '', state = '' } = parameters
    const isValid = parameters.client_id === provider.client_id && parameters.code_challenge_method === 'S256'
    const code = randomBytes(16).toString('hex')
    codes.set(code, { nonce, challenge, redirect_uri })
    const back = new URLSearchParams(isValid ? { code, state } : { error: 'access_denied', state })
    response.writeHead(302, { location: `${redirect_uri}?${back}` })
    return undefined
  }

const token =
  (provider: OpenidProvider, codes: Map<string, IssuedCode>, key: () => CryptoKey): ProviderEndpoint =>
  async (_url, request, response) => {
    provider.codeExchanges++
    const sent = new URLSearchParams(await textOf(request))
    const known = codes.get(sent.get('code') ?? '')
    codes.delete(sent.get('code') ?? '')
    if (!known || !isClient(provider, request) || !verifierMatches(known, sent)) {
      response.writeHead(400, { 'content-type': 'application/json' })
      return { error: 'invalid_grant' }
    }
    const now = Math.floor(Date.now() / 1000)
    const isValid = { iss: provider.issuer, aud: provider.client_id, iat: now, exp: now + 300, nonce: known.nonce }
    const id_token = await new SignJWT({ ...isValid, ...provider.person, ...provider.tamper.claims })
      .setProtectedHeader({ alg: 'RS256', kid: KID })
      .sign(key())
    return { access_token: 'for userinfo', token_type: 'Bearer', expires_in: 300, id_token }
  }

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

/** Both parts are form-encoded before they are joined, as the standard requires. */
function isClient({ client_id, client_secret }: OpenidProvider, { headers }: IncomingMessage): boolean {
  const [, text = ''] = (headers.authorization ?? '').split(' ')
  const sent = Buffer.from(text, 'base64').toString().split(':')
  const [id, secret] = sent.map(half => decodeURIComponent(half.replaceAll('+', ' ')))
  return id === client_id && secret === client_secret
}

const verifierMatches = ({ challenge, redirect_uri }: IssuedCode, sent: URLSearchParams): boolean =>
  createHash('sha256')
    .update(sent.get('code_verifier') ?? '')
    .digest('base64url') === challenge && sent.get('redirect_uri') === redirect_uri
