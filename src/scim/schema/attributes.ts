/**
 * The table of attributes. The server derives from it `/Schemas`, the reading of bodies, comparisons, projections and
 * paths. It has only attributes that the server stores, because providers use what `/Schemas` lists.
 */

export const CORE = 'urn:ietf:params:scim:schemas:core:2.0'
export const USER = `${CORE}:User`
export const GROUP = `${CORE}:Group`
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

export interface ScimAttribute {
  name: string
  type: 'string' | 'boolean' | 'integer' | 'complex' | 'reference' | 'dateTime'
  doc: string
  multiValued?: true
  /** Always present; it cannot be removed. */
  required?: true
  caseExact?: true
  /** `readWrite` by default. */
  mutability?: 'readOnly' | 'immutable'
  /** `default` by default. */
  returned?: 'always'
  uniqueness?: 'server'
  canonicalValues?: readonly string[]
  /** The resource type to which a reference points. */
  referenceType?: 'User'
  subAttributes?: readonly ScimAttribute[]
}

export interface ScimSchema {
  id: string
  name: string
  doc: string
  attributes: readonly ScimAttribute[]
}

const text = (name: string, doc: string, more: Partial<ScimAttribute> = {}): ScimAttribute => ({
  name,
  type: 'string',
  doc,
  ...more,
})
const complex = (
  name: string,
  doc: string,
  sub: readonly ScimAttribute[],
  more: Partial<ScimAttribute> = {},
): ScimAttribute => ({
  name,
  type: 'complex',
  doc,
  subAttributes: sub,
  ...more,
})
const entries = (
  name: string,
  doc: string,
  sub: readonly ScimAttribute[],
  more: Partial<ScimAttribute> = {},
): ScimAttribute => complex(name, doc, sub, { ...more, multiValued: true })

const type = text('type', 'The purpose of the value.', { canonicalValues: ['work', 'home', 'other'] })
const primary: ScimAttribute = {
  name: 'primary',
  type: 'boolean',
  doc: 'Whether it is the preferred value; at most one is.',
}
const link = (doc: string, more: Partial<ScimAttribute>): ScimAttribute => ({
  name: '$ref',
  type: 'reference',
  doc,
  caseExact: true,
  referenceType: 'User',
  ...more,
})

export const externalId = text('externalId', 'The identifier that the client assigned.', { caseExact: true })

/** Attributes of every resource. No schema lists them. */
export const commonAttributes: readonly ScimAttribute[] = [
  text('id', 'The gid.', { caseExact: true, mutability: 'readOnly', returned: 'always' }),
  externalId,
  complex(
    'meta',
    'Metadata of the resource.',
    [
      text('resourceType', 'The type.', { caseExact: true, mutability: 'readOnly' }),
      { name: 'created', type: 'dateTime', doc: 'When it was created.', mutability: 'readOnly' },
      { name: 'lastModified', type: 'dateTime', doc: 'When it was changed.', mutability: 'readOnly' },
      { name: 'location', type: 'reference', doc: 'Its address.', caseExact: true, mutability: 'readOnly' },
    ],
    { mutability: 'readOnly' },
  ),
]

export const userSchema: ScimSchema = {
  id: USER,
  name: 'User',
  doc: 'A person of the organization.',
  attributes: [
    text('userName', 'The e-mail address that the person signs in with.', { required: true, uniqueness: 'server' }),
    complex('name', 'The name of the person.', [
      text('formatted', 'The full name.'),
      text('familyName', 'The family name.'),
      text('givenName', 'The given name.'),
    ]),
    text('title', 'The job title of the person.'),
    text('preferredLanguage', 'The preferred language of the person.'),
    { name: 'active', type: 'boolean', doc: 'Whether the person belongs to the organization.', required: true },
    entries('emails', 'E-mail addresses.', [text('value', 'The address.'), type, primary], { required: true }),
    entries('phoneNumbers', 'Telephone numbers.', [text('value', 'The number.'), type, primary]),
    entries('addresses', 'Postal addresses.', [
      text('formatted', 'The full address.'),
      text('streetAddress', 'The street.'),
      text('locality', 'The city.'),
      text('region', 'The state or region.'),
      text('postalCode', 'The postal code.'),
      text('country', 'The country.'),
      type,
      primary,
    ]),
  ],
}

export const enterpriseSchema: ScimSchema = {
  id: ENTERPRISE,
  name: 'EnterpriseUser',
  doc: 'Attributes of a person in their company.',
  attributes: [
    text('employeeNumber', 'The employee number.'),
    text('costCenter', 'The cost center.'),
    text('organization', 'The organization.'),
    text('division', 'The division.'),
    text('department', 'The department.'),
    complex('manager', 'The manager of the person.', [
      text('value', 'The id of the manager.', { caseExact: true }),
      link('The address of the manager.', {}),
    ]),
  ],
}

export const groupSchema: ScimSchema = {
  id: GROUP,
  name: 'Group',
  doc: 'A team.',
  attributes: [
    text('displayName', 'The name of the team.', { required: true, uniqueness: 'server' }),
    entries('members', 'The people in the team.', [
      text('value', 'The id of the person.', { caseExact: true, mutability: 'immutable' }),
      link('The address of the person.', { mutability: 'immutable' }),
    ]),
  ],
}

export interface ResourceKind {
  name: 'User' | 'Group'
  endpoint: '/Users' | '/Groups'
  doc: string
  core: ScimSchema
  extension: ScimSchema | null
  /** An attribute that lists have only on request: it may have thousands of entries. */
  onRequest: string | null
  /** Attributes of the standard that are not stored: a request may name them, without effect. */
  ignored: readonly string[]
}

export const userKind: ResourceKind = {
  name: 'User',
  endpoint: '/Users',
  doc: 'A person of the organization.',
  core: userSchema,
  extension: enterpriseSchema,
  onRequest: null,
  ignored: [
    ...['schemas', 'password', 'displayName', 'nickName', 'profileUrl', 'userType', 'locale', 'timezone', 'ims'],
    ...['photos', 'entitlements', 'roles', 'groups', 'x509Certificates', 'name.middleName', 'name.honorificPrefix'],
    ...['name.honorificSuffix', 'emails.display', 'phoneNumbers.display', 'addresses.display', 'manager.displayName'],
  ],
}

export const groupKind: ResourceKind = {
  name: 'Group',
  endpoint: '/Groups',
  doc: 'A team of the organization.',
  core: groupSchema,
  extension: null,
  onRequest: 'members',
  ignored: ['schemas', 'members.display', 'members.type'],
}
