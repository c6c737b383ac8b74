/** Where to go after signing in: only to an address of this server, whoever wrote the one in the query. */

const FRONT = '/'

/** A path of `origin`, with its query. Everything else, such as the address of another site, becomes the front page. */
export function ownPath(wanted: string | null, origin: string): string {
  if (!wanted?.startsWith('/')) return FRONT
  const url = URL.parse(wanted, origin)
  const stays = url?.origin === origin && !url.pathname.startsWith('//') && !url.pathname.startsWith('/sign_in')
  return stays ? url.pathname + url.search : FRONT
}

/** The query of the sign-in page that leads back to `path`. */
export const backTo = (path: string): { query?: string } =>
  path === FRONT ? {} : { query: `?return_to=${encodeURIComponent(path)}` }
