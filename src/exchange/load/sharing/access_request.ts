/** Loads requests for access: pending ones of people without access, and decided ones. They send no e-mail. */
import { accessRequest, canSee } from '../../../resources/sharing/access_request.ts'
import { tryInsert } from '../../../store/change.ts'
import { requestTargetOf } from '../../../store/queries/sharing/access_requests.ts'
import { creatable } from '../../../vocabulary/resource.ts'
import { forEachObject, loader, parentOf } from '../given.ts'

export const accessRequests = loader({
  type: 'access_request',
  fields: { ...creatable(accessRequest), approval_status: accessRequest.fields.approval_status },
  load: ({ tx, workspace }, objects) =>
    forEachObject(objects, async object => {
      const { gid, by: requester, created_at, values } = object
      const { message = null, approval_status = 'pending' } = values
      const target = parentOf(object)
      const found = await requestTargetOf(tx, requester, target)
      if (!found || found.is_view_only) throw new Error('by: Must be a full member of the workspace')
      if (approval_status === 'pending' && (await canSee(tx, requester, target)))
        throw new Error('by: Has access to this object already')
      const isNew = await tryInsert(tx, 'access_requests', {
        ...{ gid, target, target_type: found.type, workspace, requester, message, approval_status, created_at },
      })
      if (!isNew) throw new Error('by: Has a pending request already')
    }),
})
