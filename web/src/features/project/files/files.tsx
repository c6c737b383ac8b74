/** The files of a project and of its tasks, as a grid or a list, by type, person and date. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Files from 'lucide-react/icons/files'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Rows from 'lucide-react/icons/rows-3'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Segmented } from '../../../components/control/segmented.tsx'
import { DateTime } from '../../../components/date_time.tsx'
import { EmptyState } from '../../../components/display/empty_state.tsx'
import { SkeletonRows } from '../../../components/display/skeleton_rows.tsx'
import { FilePreview } from '../../../components/files/preview.tsx'
import { useDeleteFile } from '../../../components/files/use_delete_file.ts'
import { Viewer } from '../../../components/files/viewer.tsx'
import { Problem } from '../../../components/states.tsx'
import { projectPath, withPane } from '../../../data/addresses.ts'
import { type Attachment, type FileFilter, projectFiles } from '../../../data/attachments.ts'
import { useCache } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'
import { deviceStorage } from '../../../data/shared_computer.ts'
import { formatBytes } from '../../../text/format.ts'
import type { LayoutProps } from '../layouts.ts'
import { FileFilters, NO_FILTER } from './filters.tsx'
import './files.css'

const LOOKS = [
  { id: 'grid', label: 'Grid', icon: LayoutGrid },
  { id: 'list', label: 'List', icon: Rows },
] as const

type Look = (typeof LOOKS)[number]['id']

const LOOK_KEY = 'workloom_files'

/** Grid or list, as the person last chose in this browser. */
function useLook() {
  const [look, setLook] = useState<Look>(() => (deviceStorage().getItem(LOOK_KEY) === 'list' ? 'list' : 'grid'))
  const choose = (next: Look) => {
    deviceStorage().setItem(LOOK_KEY, next)
    setLook(next)
  }
  return [look, choose] as const
}

export function ProjectFiles({ project: { gid, members }, canEdit }: LayoutProps) {
  const { workspace, user } = useCache()
  const [filter, setFilter] = useState<FileFilter>(NO_FILTER)
  const [look, setLook] = useLook()
  const [opened, setOpened] = useState<Gid>()
  const remove = useDeleteFile()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    projectFiles(gid, filter),
  )
  const files = data?.pages.flatMap(page => page.files) ?? []
  const isFiltered = Object.values(filter).some(value => value !== null)
  const canDelete = ({ created_by }: Attachment) => canEdit || created_by?.gid === user
  const taskPath = ({ parent }: Attachment) =>
    parent?.resource_type === 'task' ? withPane(projectPath(workspace, gid, 'files'), parent.gid) : undefined
  return (
    <div className="project-files">
      <div className="files-bar">
        <FileFilters filter={filter} people={members ?? []} onChange={setFilter} />
        <Segmented label="Show as" options={LOOKS} value={look} onChange={setLook} />
      </div>
      {error && !data ? <Problem error={error} retry={() => void refetch()} /> : null}
      {data || error ? null : <SkeletonRows label="Loading the files" />}
      {data && files.length === 0 ? (
        isFiltered ? (
          <EmptyState title="No files match" action="Clear filters" onAction={() => setFilter(NO_FILTER)} />
        ) : (
          <EmptyState icon={Files} title="No files yet" hint="Files of the tasks of this project appear here." />
        )
      ) : null}
      {files.length > 0 ? (
        <ul className="files" aria-label="Files" data-look={look}>
          {files.map(file => (
            <FileItem key={file.gid} file={file} path={taskPath(file)} open={() => setOpened(file.gid)} />
          ))}
        </ul>
      ) : null}
      {hasNextPage ? (
        <p className="files-more">
          <Button pending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            Show more
          </Button>
        </p>
      ) : null}
      {opened ? (
        <Viewer
          {...{ files, canDelete, remove, taskPath }}
          gid={opened}
          show={setOpened}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </div>
  )
}

function FileItem({ file, path, open }: { file: Attachment; path: string | undefined; open(): void }) {
  return (
    <li className="file" data-gid={file.gid}>
      <button type="button" className="file-open" aria-label={file.name} onClick={open}>
        <FilePreview file={file} className="file-picture" />
        <span className="file-name">{file.name}</span>
      </button>
      <p className="file-facts">
        <span className="file-task">
          {path ? <Link to={path}>{file.parent?.name || 'Untitled task'}</Link> : 'This project'}
        </span>
        <span>{file.created_by?.name ?? 'Private'}</span>
        <DateTime at={file.created_at} />
        <span className="file-size">{file.size === null ? 'Link' : formatBytes(file.size)}</span>
      </p>
    </li>
  )
}
