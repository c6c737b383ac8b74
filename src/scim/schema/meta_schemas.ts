/** The schemas of the discovery resources (RFC 7643, 5 to 7). Some clients read their models from them. */
import { type Attribute, CORE, type Schema } from './attributes.ts'

type More = Partial<Attribute>

const fixed = (name: string, type: Attribute['type'], doc: string, more: More = {}): Attribute => ({
  name,
  type,
  doc,
  mutability: 'readOnly',
  ...more,
})
const text = (name: string, doc: string, more: More = {}) => fixed(name, 'string', doc, more)
const flag = (name: string, doc: string, more: More = {}) => fixed(name, 'boolean', doc, more)
const group = (name: string, doc: string, sub: readonly Attribute[], more: More = {}) =>
  fixed(name, 'complex', doc, { sub, ...more })
const address = (name: string, doc: string, more: More = {}) =>
  fixed(name, 'reference', doc, { caseExact: true, ...more })

const needed = { required: true } as const
const supported = flag('supported', 'Whether the service has it.', needed)
const most = (name: string, doc: string) => fixed(name, 'integer', doc, needed)

const serviceProviderConfig: Schema = {
  id: `${CORE}:ServiceProviderConfig`,
  name: 'Service Provider Configuration',
  doc: 'What the service has of the protocol.',
  attributes: [
    address('documentationUri', 'Where people read about the service.'),
    group('patch', 'PATCH.', [supported], needed),
    group(
      'bulk',
      'Requests in bulk.',
      [supported, most('maxOperations', 'How many at once.'), most('maxPayloadSize', 'How many bytes at once.')],
      needed,
    ),
    group('filter', 'Filters.', [supported, most('maxResults', 'How many resources are answered at most.')], needed),
    group('changePassword', 'Changes of passwords.', [supported], needed),
    group('sort', 'Sorting.', [supported], needed),
    group('etag', 'Versions of resources.', [supported], needed),
    group(
      'authenticationSchemes',
      'How clients prove who they are.',
      [
        text('type', 'The kind of scheme.', needed),
        text('name', 'Its name.', needed),
        text('description', 'What it is.', needed),
        address('specUri', 'Its specification.'),
        address('documentationUri', 'Where people read about it.'),
        flag('primary', 'Whether it is the preferred one.'),
      ],
      { many: true, ...needed },
    ),
  ],
}

const resourceType: Schema = {
  id: `${CORE}:ResourceType`,
  name: 'ResourceType',
  doc: 'A type of resource.',
  attributes: [
    text('id', 'Its id.'),
    text('name', 'Its name.', needed),
    text('description', 'What it is.'),
    address('endpoint', 'Where resources of the type are.', needed),
    address('schema', 'The schema of the type.', { caseExact: true, ...needed }),
    group(
      'schemaExtensions',
      'The schemas that add to it.',
      [address('schema', 'The schema.', needed), flag('required', 'Whether it must be there.', needed)],
      { many: true },
    ),
  ],
}

const marks = [
  text('name', 'Its name.', { caseExact: true, ...needed }),
  text('type', 'What its values are.', {
    usual: ['string', 'complex', 'boolean', 'decimal', 'integer', 'dateTime', 'reference', 'binary'],
    ...needed,
  }),
  flag('multiValued', 'Whether it has several values.', needed),
  text('description', 'What it is.'),
  flag('required', 'Whether it must be there.'),
  text('canonicalValues', 'The usual values.', { many: true, caseExact: true }),
  flag('caseExact', 'Whether upper and lower case differ.'),
  text('mutability', 'Whether it can change.', { usual: ['readOnly', 'readWrite', 'immutable', 'writeOnly'] }),
  text('returned', 'When it is answered.', { usual: ['always', 'never', 'default', 'request'] }),
  text('uniqueness', 'Where it is unique.', { usual: ['none', 'server', 'global'] }),
  text('referenceTypes', 'What it leads to.', { many: true, caseExact: true }),
]

const schema: Schema = {
  id: `${CORE}:Schema`,
  name: 'Schema',
  doc: 'What resources of a type hold.',
  attributes: [
    text('id', 'The name of the schema.', { caseExact: true, ...needed }),
    text('name', 'A name for people.'),
    text('description', 'What it is about.'),
    group('attributes', 'Its attributes.', [...marks, group('subAttributes', 'Its parts.', marks, { many: true })], {
      many: true,
      ...needed,
    }),
  ],
}

export const metaSchemas: readonly Schema[] = [schema, resourceType, serviceProviderConfig]
