/** Single requests to a server, for preparation, or timed one by one. */

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Whole = Record<string, unknown> & { data: unknown }

/** Returns the `data` of a response; `whole` returns the body. Throws unless it is a success. */
export function caller(port: number, token: string) {
  const whole = async (method: Method, path: string, data?: object): Promise<Whole> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = data ? { body: JSON.stringify({ data }) } : {}
    const answer = await fetch(`http://127.0.0.1:${port}/api/1.0${path}`, { method, headers, ...body })
    const text = await answer.text()
    const isNew = path.startsWith('/events') && answer.status === 412
    if (!answer.ok && !isNew) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    return JSON.parse(text) as Whole
  }
  const call = async (method: Method, path: string, data?: object): Promise<unknown> =>
    (await whole(method, path, data)).data
  return Object.assign(call, { whole })
}
