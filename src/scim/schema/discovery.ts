/**
 * Discovery resources, derived from the table of attributes and from the limits in use, so that they cannot differ from
 * what the server does.
 */

import type { ScimJson } from '../json.ts'
import { LIST_SCHEMA, MAX_PAGE_SIZE } from '../listing.ts'
import {
  CORE,
  enterpriseSchema,
  groupKind,
  groupSchema,
  type ResourceKind,
  type ScimAttribute,
  type ScimSchema,
  userKind,
  userSchema,
} from './attributes.ts'
import { metaSchemas } from './meta_schemas.ts'

/** The maximum size of a body. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024

/** Bulk is not supported, but one client splits its PATCH requests by this number. */
const MAX_BULK_OPERATIONS = 1000

const meta = (resourceType: string, location: string) => ({ meta: { resourceType, location } })

export const serviceProviderConfig = (base: string): ScimJson => ({
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: MAX_BULK_OPERATIONS, maxPayloadSize: MAX_BODY_BYTES },
  filter: { supported: true, maxResults: MAX_PAGE_SIZE },
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

function resourceType({ name, endpoint, doc, core, extension }: ResourceKind, base: string): ScimJson {
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

const presentSchema = ({ id, name, doc, attributes }: ScimSchema, base: string): ScimJson => ({
  schemas: [`${CORE}:Schema`],
  id,
  name,
  description: doc,
  attributes: attributes.map(presentAttribute),
  ...meta('Schema', `${base}/Schemas/${id}`),
})

function presentAttribute(attribute: ScimAttribute): ScimJson {
  const {
    name,
    type,
    doc,
    multiValued,
    required,
    caseExact,
    mutability,
    returned,
    uniqueness,
    canonicalValues,
    referenceType,
    subAttributes,
  } = attribute
  return {
    name,
    type,
    multiValued: multiValued ?? false,
    description: doc,
    required: required ?? false,
    caseExact: caseExact ?? false,
    mutability: mutability ?? 'readWrite',
    returned: returned ?? 'default',
    uniqueness: uniqueness ?? 'none',
    ...(canonicalValues ? { canonicalValues } : {}),
    ...(type === 'reference' ? { referenceTypes: [referenceType ?? 'uri'] } : {}),
    ...(subAttributes ? { subAttributes: subAttributes.map(presentAttribute) } : {}),
  }
}

const kinds = [userKind, groupKind]
const schemas = [userSchema, groupSchema, enterpriseSchema, ...metaSchemas]

/** The resources of each discovery collection. */
export const collections: Record<'/ResourceTypes' | '/Schemas', (base: string) => ScimJson[]> = {
  '/ResourceTypes': base => kinds.map(kind => resourceType(kind, base)),
  '/Schemas': base => schemas.map(schema => presentSchema(schema, base)),
}

export const listResponse = (resources: ScimJson[]): ScimJson => ({
  schemas: [LIST_SCHEMA],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
})
