/**
 * A browser, as far as signing in needs one: it stores cookies, calls the console as a page of the server does, and
 * opens addresses as a followed link does.
 */
import type { Answer, Json, World } from '../world.ts'

type Headers = Record<string, string>

export interface Browser {
  cookies: Map<string, string>
  /** The Set-Cookie headers of the last response. */
  setCookies: string[]
  /** Calls the console. Paths are those below `/-`, bodies without the wrapper. */
  call(method: string, path: string, data?: Json, headers?: Headers): Promise<Answer>
  /** Opens an address of the server. */
  open(url: string, headers?: Headers): Promise<Answer>
}

/** The headers that a page of the server sends. */
const SAME_ORIGIN_HEADERS = { 'x-requested-with': 'workloom', 'sec-fetch-site': 'same-origin' }

export function browser({ send }: Pick<World, 'send'>): Browser {
  const cookies = new Map<string, string>()
  const line = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const request = async (method: string, url: string, headers: Headers, payload?: string) => {
    const sent = cookies.size > 0 ? { cookie: line(), ...headers } : headers
    const answer = await send({ method, url, headers: sent, ...(payload === undefined ? {} : { payload }) })
    self.setCookies = [answer.headers['set-cookie'] ?? []].flat()
    for (const text of self.setCookies) storeCookie(cookies, text)
    return answer
  }
  const self: Browser = {
    cookies,
    setCookies: [],
    call(method, path, data, headers = SAME_ORIGIN_HEADERS) {
      const payload = data === undefined ? undefined : JSON.stringify({ data })
      const type: Headers = payload === undefined ? {} : { 'content-type': 'application/json' }
      return request(method, `/-${path}`, { ...type, ...headers }, payload)
    },
    open: (url, headers = {}) => request('GET', url, { accept: 'text/html', ...headers }),
  }
  return self
}

function storeCookie(cookies: Map<string, string>, text: string): void {
  const [pair = ''] = text.split(';')
  const [name = '', value = ''] = pair.split('=')
  if (/max-age=0|expires=thu, 01 jan 1970/i.test(text)) cookies.delete(name)
  else cookies.set(name, value)
}
