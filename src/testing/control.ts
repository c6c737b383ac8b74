/** Requests to the control API of a running emulator. */

/** The emulator refused a control, or does not run. */
export class EmulatorError extends Error {
  /** The HTTP status; 0 if the emulator did not answer. */
  readonly status: number

  constructor(message: string, status: number, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EmulatorError'
    this.status = status
  }
}

type ControlMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The body of a request: JSON, or a text in another format. */
type ControlBody = object | { yaml: string }

interface ControlAnswer {
  data: unknown
  errors?: { message: string; line?: number; column?: number }[]
}

/** Sends a control to a world, and returns the member `data` of the answer. */
export async function control<T>(world: string, method: ControlMethod, path: string, body?: ControlBody): Promise<T> {
  const url = `${world}/-/emulator${path}`
  const [type, text] =
    body && 'yaml' in body ? ['application/yaml', body.yaml] : ['application/json', JSON.stringify(body ?? {})]
  const sent = method === 'GET' || method === 'DELETE' ? {} : { headers: { 'content-type': type }, body: String(text) }
  const response = await fetch(url, { method, ...sent }).catch(cause => {
    throw new EmulatorError(`No emulator answers at ${world}. It may have exited.`, 0, { cause })
  })
  const answer = (await response.json().catch(() => ({ data: null }))) as ControlAnswer
  if (response.ok) return answer.data as T
  const reasons = answer.errors?.map(({ message, line, column }) => (line ? `${line}:${column}: ${message}` : message))
  const text404 = `This server is no emulator, or has no control of that name`
  throw new EmulatorError(`${method} ${url}: ${reasons?.join(' ') ?? text404} (${response.status})`, response.status)
}

/** A query: undefined members are left out. */
export function queryOf(members: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(members).filter(([, value]) => value !== undefined)
  return given.length > 0 ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : ''
}
