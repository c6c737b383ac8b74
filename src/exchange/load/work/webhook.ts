/** Loads webhooks, without a handshake. They deliver the changes that come after. */

import { visibleType } from '../../../policy/visible_type.ts'
import { mustBeAddress } from '../../../resources/platform/rules/target.ts'
import { mustNarrow, parseFilters } from '../../../resources/platform/rules/webhook_filters.ts'
import { watchableTypes, webhook } from '../../../resources/platform/webhook.ts'
import { insert } from '../../../store/change.ts'
import { lastChange } from '../../../store/queries/events/streams.ts'
import { schedule } from '../../../store/queries/jobs/queue.ts'
import { flag, raw, text } from '../../../vocabulary/field.ts'
import { creatable } from '../../../vocabulary/resource.ts'
import { forEachObject, loader } from '../given.ts'

export const webhooks = loader({
  type: 'webhook',
  fields: {
    ...creatable(webhook),
    filters: raw({ doc: 'The changes to deliver, as in the API.' }),
    secret: text({ required: true, max: 200, doc: 'The key of its signatures.' }),
    active: flag({ doc: 'Whether changes are delivered; true by default.' }),
  },
  load: (into, objects) =>
    forEachObject(objects, async ({ gid, by, created_at, values }) => {
      const { tx, workspace } = into
      const { resource, target, secret, active = true } = values
      mustBeAddress('target', target)
      const filters = parseFilters(values.filters)
      const resource_type = await visibleType(tx, by, watchableTypes, resource)
      mustNarrow(resource_type, filters)
      await insert(tx, 'webhooks', {
        ...{ gid, workspace, user: by, application: 0, token: null, resource_type, resource, target },
        ...{ secret: into.seal(secret), filters: JSON.stringify(filters), active: Number(active) },
        ...{ cursor: await lastChange(tx, workspace), created_at, last_success_at: null, last_failure_at: null },
        ...{ last_failure_content: null, delivery_retry_count: 0, next_attempt_after: null },
        ...{ failure_deletion_timestamp: null, heartbeat_at: into.tx.now },
      })
      await schedule(tx, 'deliver', gid, into.tx.now)
    }),
})
