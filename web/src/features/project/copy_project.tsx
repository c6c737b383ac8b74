/** Dialogs that copy a project: as another project, or as a template. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Checks, Field } from '../../components/field.tsx'
import { Form, text } from '../../components/form.tsx'
import { JobProgress } from '../../components/job_progress.tsx'
import { useNotice } from '../../components/notices.tsx'
import { projectPath, templatesPath } from '../../data/addresses.ts'
import { call } from '../../data/call.ts'
import { useCache } from '../../data/hooks.ts'
import type { RequestedJob } from '../../data/jobs.ts'
import type { Project } from './use_project.ts'

/** What can be copied with a project, by API name. */
const PARTS: readonly (readonly [value: string, label: string])[] = [
  ['members', 'Members'],
  ['notes', 'Description'],
  ['task_notes', 'Descriptions of tasks'],
  ['task_assignee', 'Assignees'],
  ['task_subtasks', 'Subtasks'],
  ['task_dates', 'Dates'],
  ['task_dependencies', 'Dependencies'],
  ['task_followers', 'Followers'],
  ['task_tags', 'Tags'],
  ['task_attachments', 'Attachments'],
]

export interface CopyProjectProps {
  project: Project
  as: 'duplicate' | 'template'
  onClose(): void
}

export function CopyProject({ project, as, onClose }: CopyProjectProps) {
  const { workspace } = useCache()
  const notify = useNotice()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [job, setJob] = useState<RequestedJob>()
  const isTemplate = as === 'template'
  const run = (values: FormData) => {
    const name = text(values, 'name') ?? project.title
    if (isTemplate) {
      const place = project.team ? { team: project.team } : { workspace }
      return call<RequestedJob>('POST', `/api/1.0/projects/${project.gid}/saveAsTemplate`, {
        name,
        public: values.has('public'),
        ...place,
      })
    }
    const include = values.getAll('include').map(String)
    return call<RequestedJob>('POST', `/api/1.0/projects/${project.gid}/duplicate`, { name, include })
  }
  const open = ({ new_project }: RequestedJob) => {
    onClose()
    void client.invalidateQueries({ queryKey: ['projects'] })
    if (new_project) void navigate({ to: projectPath(workspace, new_project.gid) })
  }
  const done = (ended: RequestedJob) => {
    const templates = templatesPath(workspace)
    const follow = () => void navigate({ to: templates })
    if (isTemplate) notify({ text: 'Template saved', open: { href: templates, follow } })
    else notify('Project duplicated')
    open(ended)
  }
  if (job) {
    return (
      <Dialog title={isTemplate ? 'Save as template' : 'Duplicate project'} onClose={onClose}>
        <JobProgress
          job={job}
          text={isTemplate ? 'Saving the template…' : 'Copying the project…'}
          {...(!isTemplate && { openLabel: 'Open now', onOpen: open })}
          onDone={done}
          onClose={onClose}
        />
      </Dialog>
    )
  }
  return (
    <Dialog title={isTemplate ? 'Save as template' : 'Duplicate project'} onClose={onClose}>
      <Form
        submit={isTemplate ? 'Save as template' : 'Duplicate'}
        fields={['name']}
        actions={<Button onPress={onClose}>Cancel</Button>}
        run={run}
        onDone={setJob}
      >
        <Field
          name="name"
          label={isTemplate ? 'Template name' : 'Project name'}
          required
          initial={isTemplate ? project.title : `Copy of ${project.title}`}
          autoFocus
        />
        {isTemplate ? (
          <Checks
            name="public"
            label="Who can use it"
            options={[['true', project.team ? 'Everybody in the team' : 'Everybody in the organization']]}
            initial={['true']}
          />
        ) : (
          <Checks
            name="include"
            label="Copy with it"
            options={PARTS}
            initial={['notes', 'task_notes', 'task_subtasks', 'task_tags', 'task_dependencies']}
          />
        )}
      </Form>
    </Dialog>
  )
}
