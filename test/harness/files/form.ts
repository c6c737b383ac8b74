/** Multipart forms as clients send them. */
import type { Answer, Person, World } from '../world.ts'

const BOUNDARY = 'a-boundary-of-tests'

/** A part: a field, or a file with its name or with its own header. */
export interface FormPart {
  name: string
  content: string | Buffer
  fileName?: string
  /** The whole `Content-Disposition`, as bytes in Latin-1. */
  disposition?: string
  type?: string
}

export const multipartType = `multipart/form-data; boundary=${BOUNDARY}`

/** The bytes of a form. */
export function formOf(parts: readonly FormPart[]): Buffer {
  const chunks = parts.flatMap(({ name, content, fileName, disposition, type }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`
    const header = disposition ?? `form-data; name="${name}"${file}`
    const declared = type === undefined ? '' : `\r\nContent-Type: ${type}`
    return [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: `),
      Buffer.from(header, disposition === undefined ? 'utf8' : 'latin1'),
      Buffer.from(`${declared}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]
  })
  return Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

/** Sends a form as a person. */
export const sendForm = (
  { send }: Pick<World, 'send'>,
  { token }: Pick<Person, 'token'>,
  parts: readonly FormPart[],
  path = '/attachments',
): Promise<Answer> =>
  send({
    method: 'POST',
    url: `/api/1.0${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': multipartType },
    payload: formOf(parts),
  })

/** Attaches a small file to an object. */
export const attachFile = (all: Pick<World, 'send'>, person: Pick<Person, 'token'>, parent: string, more = {}) =>
  sendForm(all, person, [
    { name: 'parent', content: parent },
    { name: 'file', fileName: 'notes.txt', content: 'Some notes', ...more },
  ])
