/** A list of objects of a workspace, page by page, with a dialog that creates another one. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Form, text } from '../../../components/form.tsx'
import { Page, Row } from '../../../components/page.tsx'
import { Empty, Loaded } from '../../../components/states.tsx'
import { call } from '../../../data/call.ts'
import { type LibraryObject, library } from '../../../data/queries.ts'

interface Props {
  workspace: string
  type: 'teams' | 'custom_fields' | 'tags'
  /** What the list shows of each object, in `opt_fields`. */
  fields: string
  title: string
  lead: string
  /** The sentence about an empty list. */
  emptyText: string
  /** The name and the short facts of an object. */
  describe(object: LibraryObject): { title: ReactNode; about: ReactNode[] }
  /** The dialog that creates an object: its title, its fields, and the request of its values. */
  creation?: {
    readonly title: string
    readonly names: readonly string[]
    readonly fields: ReactNode
    readonly path: string
    readonly members: Readonly<Record<string, string>>
  }
}

export function LibraryList(props: Props) {
  const { workspace, type, fields, title, lead, emptyText, describe, creation } = props
  const options = library(workspace, type, fields)
  const query = useInfiniteQuery(options)
  const [isCreating, setCreating] = useState(false)
  const list = query.data?.pages.flatMap(({ items }) => items).toSorted((a, b) => a.name.localeCompare(b.name))
  const create = creation ? (
    <Button kind="primary" onPress={() => setCreating(true)}>
      {creation.title}
    </Button>
  ) : null
  return (
    <Page title={title} lead={lead} actions={create}>
      <Loaded query={{ data: list, error: query.error, refetch: query.refetch }}>
        {objects =>
          objects.length > 0 ? (
            <ul className="rows">
              {objects.map(object => (
                <Row key={object.gid} {...describe(object)} />
              ))}
            </ul>
          ) : (
            <Empty title={`No ${title.toLowerCase()} yet`}>{emptyText}</Empty>
          )
        }
      </Loaded>
      {query.hasNextPage ? (
        <Button pending={query.isFetchingNextPage} onPress={() => query.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
      {creation && isCreating ? (
        <Creation {...creation} queryKey={options.queryKey} onClose={() => setCreating(false)} />
      ) : null}
    </Page>
  )
}

type CreationProps = NonNullable<Props['creation']> & { queryKey: readonly unknown[]; onClose(): void }

function Creation({ title, names, fields, path, members, queryKey, onClose }: CreationProps) {
  const client = useQueryClient()
  const create = (values: FormData) =>
    call('POST', path, { ...members, ...Object.fromEntries(names.map(name => [name, text(values, name)])) })
  const created = async () => {
    await client.invalidateQueries({ queryKey })
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        submit="Create"
        fields={names}
        run={create}
        onDone={created}
        actions={<Button onPress={onClose}>Cancel</Button>}
      >
        {fields}
      </Form>
    </Dialog>
  )
}
