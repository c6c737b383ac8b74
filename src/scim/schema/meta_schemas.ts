/** The schemas of the discovery resources (RFC 7643, 5 to 7). Some clients read their models from them. */
import { CORE, type ScimAttribute, type ScimSchema } from './attributes.ts'

type AttributeOptions = Partial<ScimAttribute>

const fixed = (name: string, type: ScimAttribute['type'], doc: string, more: AttributeOptions = {}): ScimAttribute => ({
  name,
  type,
  doc,
  mutability: 'readOnly',
  ...more,
})
const text = (name: string, doc: string, more: AttributeOptions = {}) => fixed(name, 'string', doc, more)
const flag = (name: string, doc: string, more: AttributeOptions = {}) => fixed(name, 'boolean', doc, more)
const group = (name: string, doc: string, sub: readonly ScimAttribute[], more: AttributeOptions = {}) =>
  fixed(name, 'complex', doc, { subAttributes: sub, ...more })
const address = (name: string, doc: string, more: AttributeOptions = {}) =>
  fixed(name, 'reference', doc, { caseExact: true, ...more })

const needed = { required: true } as const
const supported = flag('supported', 'Whether the service supports it.', needed)
const limit = (name: string, doc: string) => fixed(name, 'integer', doc, needed)

const serviceProviderConfig: ScimSchema = {
  id: `${CORE}:ServiceProviderConfig`,
  name: 'Service Provider Configuration',
  doc: 'The features of the protocol that the service supports.',
  attributes: [
    address('documentationUri', 'The documentation of the service.'),
    group('patch', 'PATCH.', [supported], needed),
    group(
      'bulk',
      'Requests in bulk.',
      [
        supported,
        limit('maxOperations', 'The maximum number of operations.'),
        limit('maxPayloadSize', 'The maximum size in bytes.'),
      ],
      needed,
    ),
    group(
      'filter',
      'Filters.',
      [supported, limit('maxResults', 'The maximum number of resources in a response.')],
      needed,
    ),
    group('changePassword', 'Changes of passwords.', [supported], needed),
    group('sort', 'Sorting.', [supported], needed),
    group('etag', 'Versions of resources.', [supported], needed),
    group(
      'authenticationSchemes',
      'How clients authenticate.',
      [
        text('type', 'The kind of scheme.', needed),
        text('name', 'Its name.', needed),
        text('description', 'Its description.', needed),
        address('specUri', 'Its specification.'),
        address('documentationUri', 'Its documentation.'),
        flag('primary', 'Whether it is the preferred one.'),
      ],
      { multiValued: true, ...needed },
    ),
  ],
}

const resourceType: ScimSchema = {
  id: `${CORE}:ResourceType`,
  name: 'ResourceType',
  doc: 'A type of resource.',
  attributes: [
    text('id', 'Its id.'),
    text('name', 'Its name.', needed),
    text('description', 'Its description.'),
    address('endpoint', 'The path of its resources.', needed),
    address('schema', 'The schema of the type.', { caseExact: true, ...needed }),
    group(
      'schemaExtensions',
      'The schema extensions of the type.',
      [address('schema', 'The schema.', needed), flag('required', 'Whether it is required.', needed)],
      { multiValued: true },
    ),
  ],
}

const attributeTraits = [
  text('name', 'Its name.', { caseExact: true, ...needed }),
  text('type', 'The type of its values.', {
    canonicalValues: ['string', 'complex', 'boolean', 'decimal', 'integer', 'dateTime', 'reference', 'binary'],
    ...needed,
  }),
  flag('multiValued', 'Whether it has several values.', needed),
  text('description', 'Its description.'),
  flag('required', 'Whether it is required.'),
  text('canonicalValues', 'The usual values.', { multiValued: true, caseExact: true }),
  flag('caseExact', 'Whether upper and lower case differ.'),
  text('mutability', 'Whether it can change.', {
    canonicalValues: ['readOnly', 'readWrite', 'immutable', 'writeOnly'],
  }),
  text('returned', 'When it is returned.', { canonicalValues: ['always', 'never', 'default', 'request'] }),
  text('uniqueness', 'Where it is unique.', { canonicalValues: ['none', 'server', 'global'] }),
  text('referenceTypes', 'The resource types that it can reference.', { multiValued: true, caseExact: true }),
]

const schema: ScimSchema = {
  id: `${CORE}:Schema`,
  name: 'Schema',
  doc: 'The attributes of resources of a type.',
  attributes: [
    text('id', 'The URI of the schema.', { caseExact: true, ...needed }),
    text('name', 'Its name.'),
    text('description', 'Its description.'),
    group(
      'attributes',
      'Its attributes.',
      [...attributeTraits, group('subAttributes', 'Its parts.', attributeTraits, { multiValued: true })],
      {
        multiValued: true,
        ...needed,
      },
    ),
  ],
}

export const metaSchemas: readonly ScimSchema[] = [schema, resourceType, serviceProviderConfig]
