/**
 * The response to one action of a batch request. It is not stored: `http/batch/` runs the actions and builds the
 * responses.
 */
import { json, number, parts, raw, text } from '../../vocabulary/field.ts'
import { batch } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'

export const batchResponse = resource('batch_response', {
  doc: 'The response to one action of a batch request.',
  guard: null,
  anonymous: true,
  changes: { none: 'it is not stored' },
  fields: {
    status_code: number({ doc: 'The HTTP status.' }),
    headers: json({
      shape: { location: true },
      doc: 'The headers of the response: `location` is the path of a created object.',
    }),
    body: raw({ doc: 'The body of the response, as a request of its own would return it.' }),
  },
})

const action = {
  relative_path: text({ required: true, doc: 'The path below the base of the API, without a query.' }),
  method: text({ required: true, max: 10, doc: '`get`, `post`, `put` or `delete`.' }),
  data: raw({ nullable: true, doc: 'The parameters of the query for `get`, else the members of `data` of the body.' }),
  options: raw({ nullable: true, doc: '`limit`, `offset`, `fields` and `expand`, as in a request of its own.' }),
}

export const operations = [
  batch('/batch', batchResponse, {
    id: 'createBatchRequest',
    doc: 'Runs up to 10 requests at once. They run in parallel and in no order, each with its own rights and limits; the responses have the order of the actions.',
    body: { actions: parts('batch_response', action, { required: true, doc: 'The requests.' }) },
  }),
]
