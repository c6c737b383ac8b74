/** The saved view on the screen: saving into it, and deleting it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../data/call.ts'
import { savedViews } from '../../data/queries.ts'
import { definitionOf, type SavedView } from '../../data/views/saved.ts'
import { useNotice } from '../notices.tsx'
import { useSession } from '../session.ts'
import type { ViewControl } from './use_view_state.ts'

/** Whether the person can change a saved view: an own one, or a shared one of a list that they can change. */
export function useCanChange(canEdit: boolean): (view: SavedView | undefined) => boolean {
  const { user } = useSession()
  return view => view !== undefined && (view.is_shared ? canEdit : view.owner === user.gid)
}

/** Puts a view into the loaded ones, so that the screen does not wait for the list. */
export function useStored(parent: string) {
  const client = useQueryClient()
  return (change: (views: readonly SavedView[]) => readonly SavedView[]) => {
    const { queryKey } = savedViews(parent)
    client.setQueryData(queryKey, (views: SavedView[] | undefined) => [...change(views ?? [])])
    void client.invalidateQueries({ queryKey })
  }
}

/** Saving into the saved view on the screen, and deleting it. */
export function useSavedView(control: ViewControl) {
  const { parent, view, layout, saved, open } = control
  const notify = useNotice()
  const store = useStored(parent)
  const onError = ({ message }: Error) => notify({ text: message, isError: true })
  const save = useMutation({
    mutationFn: ({ gid, options }: SavedView) =>
      call<SavedView>('PUT', `/-/views/${gid}`, definitionOf(view, layout, options)),
    onSuccess: changed => {
      store(views => views.map(one => (one.gid === changed.gid ? changed : one)))
      open(changed)
      notify('View saved')
    },
    onError,
  })
  const remove = useMutation({
    mutationFn: ({ gid }: SavedView) => call('DELETE', `/-/views/${gid}`),
    onSuccess: (_, { gid }) => {
      open(null)
      store(views => views.filter(one => one.gid !== gid))
      notify('View deleted')
    },
    onError,
  })
  return {
    save: () => saved && !save.isPending && save.mutate(saved),
    remove: () => saved && !remove.isPending && remove.mutate(saved),
  }
}
