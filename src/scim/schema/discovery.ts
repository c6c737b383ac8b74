/**
 * Discovery resources, derived from the table of attributes and from the limits in use, so that they cannot differ from
 * what the server does.
 */

import { LIST, MOST } from '../listing.ts'
import {
  type Attribute,
  CORE,
  enterpriseSchema,
  groupKind,
  groupSchema,
  type Kind,
  type Schema,
  userKind,
  userSchema,
} from './attributes.ts'
import { metaSchemas } from './meta_schemas.ts'

/** The maximum size of a body. */
export const LARGEST_BODY = 8 * 1024 * 1024

/** Bulk is not supported, but one client splits its PATCH requests by this number. */
const OPERATIONS = 1000

type Json = Record<string, unknown>

const meta = (resourceType: string, location: string) => ({ meta: { resourceType, location } })

export const serviceProviderConfig = (base: string): Json => ({
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: OPERATIONS, maxPayloadSize: LARGEST_BODY },
  filter: { supported: true, maxResults: MOST },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token of a service account, in the header Authorization.',
      primary: true,
    },
  ],
  ...meta('ServiceProviderConfig', `${base}/ServiceProviderConfig`),
})

function resourceType({ name, endpoint, doc, core, extension }: Kind, base: string): Json {
  return {
    schemas: [`${CORE}:ResourceType`],
    id: name,
    name,
    description: doc,
    endpoint,
    schema: core.id,
    schemaExtensions: extension ? [{ schema: extension.id, required: false }] : [],
    ...meta('ResourceType', `${base}/ResourceTypes/${name}`),
  }
}

const shownSchema = ({ id, name, doc, attributes }: Schema, base: string): Json => ({
  schemas: [`${CORE}:Schema`],
  id,
  name,
  description: doc,
  attributes: attributes.map(shownAttribute),
  ...meta('Schema', `${base}/Schemas/${id}`),
})

function shownAttribute(attribute: Attribute): Json {
  const { name, type, doc, many, required, caseExact, mutability, returned, uniqueness, usual, leadsTo, sub } =
    attribute
  return {
    name,
    type,
    multiValued: many ?? false,
    description: doc,
    required: required ?? false,
    caseExact: caseExact ?? false,
    mutability: mutability ?? 'readWrite',
    returned: returned ?? 'default',
    uniqueness: uniqueness ?? 'none',
    ...(usual ? { canonicalValues: usual } : {}),
    ...(type === 'reference' ? { referenceTypes: [leadsTo ?? 'uri'] } : {}),
    ...(sub ? { subAttributes: sub.map(shownAttribute) } : {}),
  }
}

const kinds = [userKind, groupKind]
const schemas = [userSchema, groupSchema, enterpriseSchema, ...metaSchemas]

/** The resources of each discovery collection. */
export const collections: Record<'/ResourceTypes' | '/Schemas', (base: string) => Json[]> = {
  '/ResourceTypes': base => kinds.map(kind => resourceType(kind, base)),
  '/Schemas': base => schemas.map(schema => shownSchema(schema, base)),
}

export const listOf = (resources: Json[]): Json => ({
  schemas: [LIST],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
})
