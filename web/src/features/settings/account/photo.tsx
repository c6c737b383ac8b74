/** The photo of the person: chosen from a file, or removed. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useContext, useRef } from 'react'
import { Button } from '../../../components/button.tsx'
import { Avatar } from '../../../components/display/avatar.tsx'
import { useNotice } from '../../../components/notices.tsx'
import { useSession } from '../../../components/session.ts'
import { Problem } from '../../../components/states.tsx'
import { CacheContext } from '../../../data/hooks.ts'
import { deletePhoto, PHOTO_TYPES, uploadPhoto } from '../../../data/photo.ts'
import { session } from '../../../data/queries.ts'

const PREVIEW_PX = 72

export function Photo() {
  const { user } = useSession()
  const cache = useContext(CacheContext)
  const client = useQueryClient()
  const notify = useNotice()
  const input = useRef<HTMLInputElement>(null)
  const change = useMutation({
    mutationFn: (file: File | null) => (file ? uploadPhoto(file) : deletePhoto()),
    onSuccess: async (_answer, file) => {
      cache?.refresh('user', user.gid)
      await client.invalidateQueries({ queryKey: session.queryKey })
      notify(file ? 'Your photo is saved.' : 'Your photo is removed.')
    },
  })
  return (
    <div className="photo">
      <Avatar person={user} size={PREVIEW_PX} />
      <div className="photo-text">
        <span className="react-aria-Label">Photo</span>
        <span className="hint">People who see you see your photo. The middle of the image becomes a square.</span>
        <span className="actions">
          <Button pending={change.isPending} onPress={() => input.current?.click()}>
            {user.photo ? 'Change photo' : 'Choose photo'}
          </Button>
          {user.photo ? (
            <Button kind="quiet" isDisabled={change.isPending} onPress={() => change.mutate(null)}>
              Remove photo
            </Button>
          ) : null}
        </span>
        <input
          ref={input}
          type="file"
          hidden
          accept={PHOTO_TYPES}
          aria-label="Photo"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            currentTarget.value = ''
            if (file) change.mutate(file)
          }}
        />
        {change.error ? <Problem error={change.error} /> : null}
      </div>
    </div>
  )
}
