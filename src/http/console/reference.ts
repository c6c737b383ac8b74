/** The page about the routes of the console, derived from their table. Its prose is that of the declarations. */
import type { Field, Fields } from '../../vocabulary/field.ts'
import type { Route } from './route.ts'

const HEAD = `# The console

What the web app calls beside the API. The routes are for the pages of this server: programs use the
[API](reference/README.md), and a token opens none of them. This page is derived from the program: change the
declarations and run \`npm run golden\`.

- The address begins with \`/-\`. A call takes and answers JSON with the member \`data\`; an error is \`{"errors": [{"message": "…"}]}\`.
- A call carries the cookie of a session and the header \`X-Requested-With\`, with any text. Without either it is 401, and so is
  whatever the browser says another site has caused.
- Gids are texts; moments are ISO 8601 in UTC; what there is nothing of is null.
- A route is for whoever is signed in, unless it says that anybody may call it. **Bold** members must be given.
`

/** The page, as Markdown. */
export function consoleReference(routes: readonly Route[]): string {
  return [HEAD, ...routes.map(section)].join('\n')
}

function section({ method, path, doc, body, by, page }: Route): string {
  const who = by === 'anybody' ? ' Anybody may call it.' : ''
  const how = page ? ' The browser opens it as a page, without the header.' : ''
  const given = members(body)
  return `## ${method} /-${path}\n\n${doc}${who}${how}\n${given && `\n${given}\n`}`
}

const members = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, field]) => `- ${field.required ? `**\`${name}\`**` : `\`${name}\``} (${kind(field)}): ${field.doc}`)
    .join('\n')

/** Longer lists of choices would drown the page. */
const MOST_CHOICES = 8

function kind({ kind: word, values = [], nullable, max }: Field): string {
  const choices = values.length > MOST_CHOICES ? 'names' : values.map(value => `\`${value}\``).join(', ')
  const words: Partial<Record<Field['kind'], string>> = {
    oneOf: `one of ${choices}`,
    someOf: `list of ${choices}`,
    text: max === undefined ? 'text' : `text, at most ${max} characters`,
    timestamp: 'moment',
    flag: 'true or false',
    json: 'object',
    raw: 'JSON',
  }
  return `${words[word] ?? word}${nullable ? ', or null' : ''}`
}
