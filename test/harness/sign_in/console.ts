/** A signed-in person who calls the console as the pages of the web app do. Bodies are without the wrapper. */
import { createSession, sessionCookie } from '../../../src/identity/sessions.ts'
import { createServiceAccount } from '../../../src/resources/people/rules/service_account.ts'
import { type Answer, apiClient, type Json, type Person, type World } from '../world.ts'

export interface Visitor {
  gid: string
  /** The secret of the session. */
  session: string
  get(path: string): Promise<Answer>
  post(path: string, data?: Json): Promise<Answer>
  put(path: string, data?: Json): Promise<Answer>
  delete(path: string): Promise<Answer>
}

/** The headers of a page of this server, in the browser with this session. */
export const pageHeaders = (session: string): Record<string, string> => ({
  cookie: `${sessionCookie(false)}=${session}`,
  'x-requested-with': 'workloom',
  'sec-fetch-site': 'same-origin',
})

/** Starts a session of a person. Paths are those below `/-`. */
export async function signedIn(
  { store, send }: Pick<World, 'store' | 'send'>,
  { gid }: Pick<Person, 'gid'>,
): Promise<Visitor> {
  const session = await store.write(tx => createSession(tx, Number(gid), { agent: 'test', address: '127.0.0.1' }))
  const call = (method: string) => (path: string, data?: Json) => {
    const headers = pageHeaders(session)
    if (data === undefined) return send({ method, url: `/-${path}`, headers })
    headers['content-type'] = 'application/json'
    return send({ method, url: `/-${path}`, headers, payload: JSON.stringify({ data }) })
  }
  return { gid, session, get: call('GET'), post: call('POST'), put: call('PUT'), delete: call('DELETE') }
}

/** A service account of the world's organization, with full permission. */
export async function serviceAccount(
  { store, workspace, send }: World,
  { name = 'Service', scopes = 'all' } = {},
): Promise<Person> {
  const terms = { name, scopes, created_by: null }
  const { gid, token } = await store.write(tx => createServiceAccount(tx, Number(workspace), terms))
  return apiClient(send, { gid: String(gid), email: '', token })
}
