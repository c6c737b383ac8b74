/** Single requests to a server, for what is prepared, or timed by itself. */

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Whole = Record<string, unknown> & { data: unknown }

/** Answers the `data` of an answer; `whole` everything. Throws for anything but a success. */
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
