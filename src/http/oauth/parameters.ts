/** Parameters and errors of the token endpoint, in the form of OAuth and not of the API. */
import { queryOf } from '../options.ts'

export type OauthParameters = Partial<Record<string, string>>

/** An error response of RFC 6749. */
export class OauthError extends Error {
  readonly error: string
  constructor(error: string, description: string) {
    super(description)
    this.error = error
  }
}

/** Reads the parameters in a form, or in a flat JSON object. */
export function parametersOf(raw: Buffer | undefined, contentType = ''): OauthParameters {
  const text = raw?.toString() ?? ''
  return contentType.toLowerCase().includes('json') ? fromJson(text) : queryOf(text)
}

function fromJson(text: string): OauthParameters {
  try {
    const entries = Object.entries(JSON.parse(text) as Record<string, unknown>)
    return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
  } catch {
    throw new OauthError('invalid_request', 'The request cannot be read.')
  }
}

const HELP = 'https://www.rfc-editor.org/rfc/rfc6749'

/** The body of an error. */
export const oauthErrorBody = ({ error, message }: OauthError): string =>
  JSON.stringify({ error, error_uri: HELP, error_description: message }).replaceAll('/', '\\u002F') // wire: recorded
