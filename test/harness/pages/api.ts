/** A page of the web app that calls the API with the session of a person. Bodies are given without the `data` wrapper. */
import { pageHeaders } from '../sign_in/console.ts'
import type { Answer, Json, World } from '../world.ts'

export interface ApiPage {
  call(method: string, path: string, data?: Json, headers?: Record<string, string>): Promise<Answer>
}

/** A page with more headers in each request, such as its own name. */
export const apiPage = (
  { send }: Pick<World, 'send'>,
  session: string,
  more: Record<string, string> = {},
): ApiPage => ({
  call: (method, path, data, headers = {}) =>
    send({
      method,
      url: `/api/1.0${path}`,
      headers: { ...pageHeaders(session), 'content-type': 'application/json', ...more, ...headers },
      ...(data === undefined ? {} : { payload: JSON.stringify({ data }) }),
    }),
})
