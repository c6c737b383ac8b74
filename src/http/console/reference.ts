/** The reference page of the console, derived from the declarations of its routes. */
import type { Field, Fields } from '../../vocabulary/field.ts'
import type { ConsoleRoute } from './route.ts'

const HEAD = `# The console

The routes that the web app calls in addition to the API. They are for the pages of this server and do not accept
tokens: programs use the [API](reference/README.md). This page is derived from the program: change the declarations
and run \`npm run golden\`.

- Paths begin with \`/-\`. Requests and responses are JSON with the member \`data\`; an error is \`{"errors": [{"message": "…"}]}\`.
- A request must have the cookie of a session and the header \`X-Requested-With\` with any value. Otherwise the response is
  401, also for a request that the browser marks as caused by another site.
- Gids are strings, date-times are ISO 8601 in UTC, and absent values are null.
- A route requires a session, unless it says that no session is needed. **Bold** members are required.
`

/** The page, as Markdown. */
export function consoleReference(routes: readonly ConsoleRoute[]): string {
  return [HEAD, ...routes.map(describeRoute)].join('\n')
}

function describeRoute({ method, path, doc, body, access, page }: ConsoleRoute): string {
  const who = access === 'public' ? ' No session is needed.' : ''
  const how = page ? ' The browser opens it as a page, without the header.' : ''
  const given = describeFields(body)
  return `## ${method} /-${path}\n\n${doc}${who}${how}\n${given && `\n${given}\n`}`
}

/** A list of fields; the members of objects in a list are indented below it. */
const describeFields = (fields: Fields, indent = ''): string =>
  Object.entries(fields)
    .map(([name, field]) => {
      const shown = field.required ? `**\`${name}\`**` : `\`${name}\``
      const members = field.parts ? `\n${describeFields(field.parts, `${indent}  `)}` : ''
      return `${indent}- ${shown} (${typeOf(field)}): ${field.doc}${members}`
    })
    .join('\n')

/** Longer lists of choices would drown the page. */
const MAX_CHOICES = 8

function typeOf({ kind: word, values = [], nullable, max }: Field): string {
  const choices = values.length > MAX_CHOICES ? 'names' : values.map(value => `\`${value}\``).join(', ')
  const words: Partial<Record<Field['kind'], string>> = {
    oneOf: `one of ${choices}`,
    someOf: `array of ${choices}`,
    text: max === undefined ? 'string' : `string, at most ${max} characters`,
    timestamp: 'date-time',
    flag: 'boolean',
    json: 'object',
    raw: 'JSON',
    one: 'gid',
    many: 'array of gids',
    parts: 'array of objects',
  }
  return `${words[word] ?? word}${nullable ? ', or null' : ''}`
}
