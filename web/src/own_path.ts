/** Return paths after sign-in. Only paths of this server are accepted: `return_to` is untrusted. */

const HOME = '/'

/** `returnTo` as a path of `origin`, with its query; the home page for anything else, such as the URL of another site. */
export function ownPath(returnTo: string | null, origin: string): string {
  if (!returnTo?.startsWith('/')) return HOME
  const url = URL.parse(returnTo, origin)
  const isOwn = url?.origin === origin && !url.pathname.startsWith('//') && !url.pathname.startsWith('/sign_in')
  return isOwn ? url.pathname + url.search : HOME
}

/** The query of the sign-in page that returns to `path`. */
export const backTo = (path: string): { query?: string } =>
  path === HOME ? {} : { query: `?return_to=${encodeURIComponent(path)}` }
