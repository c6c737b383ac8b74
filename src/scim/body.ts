/** Request bodies: one JSON object, with the media type of SCIM or of JSON, or without one. */

import { isUtf8 } from 'node:buffer'
import { unreadableType } from '../lib/errors.ts'
import { scimError } from './errors.ts'
import { isObject, type ScimJson } from './json.ts'

const MEDIA_TYPES = ['application/scim+json', 'application/json']

/** The server resolves each member while other writers wait. A resource has about thirty. */
const MAX_MEMBERS = 1000

/** Reads the object in a body. Throws 415 for another media type, 400 `invalidSyntax` for anything but an object. */
export function readBody(raw: Buffer | undefined, contentType: string | undefined): ScimJson {
  const [type = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map(part => part.trim())
  const isOurs = type === '' || MEDIA_TYPES.includes(type)
  const charset = parameters.find(one => one.startsWith('charset='))?.replace(/^charset=|"/g, '')
  if (!isOurs || (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')) {
    throw unreadableType(`The body must be ${MEDIA_TYPES.join(' or ')}, in UTF-8.`)
  }
  const value = raw && isUtf8(raw) ? parseJson(raw.toString('utf8')) : undefined
  if (!isObject(value)) throw scimError('invalidSyntax', 'The body must be a JSON object.')
  if (Object.keys(value).length > MAX_MEMBERS)
    throw scimError('invalidSyntax', `The body has more than ${MAX_MEMBERS} members.`)
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
