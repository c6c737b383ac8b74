/** Receives a multipart body for an operation: its fields, and its file, which goes to the storage as it arrives. */
import { invalid, malformed } from '../../lib/errors.ts'
import type { Operation } from '../../vocabulary/operation.ts'
import type { Upload } from '../../vocabulary/upload.ts'
import type { RequestBody } from '../body.ts'
import type { Incoming, Kernel } from '../request.ts'

/** A body, and the file in it that is not yet part of an object. */
export interface ReceivedBody {
  body: RequestBody
  upload: Upload | undefined
}

/** Throws 403 or 404 if the caller may not send a body. */
export type BodyCheck = (body: RequestBody) => Promise<unknown>

/**
 * Decodes the body of a request. `check` runs before a file is stored, if what it needs comes before the file;
 * otherwise the same check follows when the whole body is there.
 */
export async function receiveBody(
  { uploads }: Kernel,
  operation: Operation,
  { body, form, query }: Incoming,
  check: BodyCheck,
): Promise<ReceivedBody> {
  if (!form) return { body: body(), upload: undefined }
  const field = Object.keys(operation.body).find(name => operation.body[name]?.kind === 'file')
  if (field === undefined) {
    throw malformed('Could not parse request data, this operation takes no multipart form', 'unreadable-body')
  }
  let upload: Upload | undefined
  let hasFile = false
  // Parameters can also be in the query, so that a client can name them before the file.
  const bodyOf = (fields: Record<string, string>) => formBody(operation, { ...query, ...fields })
  try {
    const fields = await form(async (file, before) => {
      if (file.field !== field) throw invalid(file.field.slice(0, 100).toWellFormed(), `Send the file as \`${field}\``)
      if (hasFile) throw invalid(field, 'Send one file in each request')
      hasFile = true
      if (isComplete(operation, bodyOf(before))) await check(bodyOf(before))
      upload = await uploads.receive(file)
    })
    const whole = bodyOf(fields)
    return { body: upload ? { ...whole, data: { ...whole.data, [field]: upload } } : whole, upload }
  } catch (error) {
    if (upload) await uploads.discard(upload.key)
    throw error
  }
}

/** Whether everything is there that the check of rights needs. */
const isComplete = (operation: Operation, { data }: RequestBody) =>
  Object.entries(operation.body).every(([name, { required }]) => !required || Object.hasOwn(data, name))

/** The members that the operation takes; other parameters of the query are no part of the body. */
function formBody({ body }: Operation, given: Record<string, string | undefined>): RequestBody {
  const [data, options]: Record<string, unknown>[] = [{}, {}]
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith('opt_')) Object.assign(options ?? {}, { [name.slice(4)]: value })
    else if (Object.hasOwn(body, name) && body[name]?.kind !== 'file') Object.assign(data ?? {}, { [name]: value })
  }
  return { data: data ?? {}, options: options ?? {} }
}
