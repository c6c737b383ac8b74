/** Templates as cards, and the dialog that makes a project of one. */
import { useQueryClient } from '@tanstack/react-query'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useCache } from '../../data/hooks.ts'
import { restore } from '../../data/status_updates.ts'
import { deleteTemplate, type ProjectTemplate } from '../../data/templates.ts'
import { Button } from '../button.tsx'
import { IconButton } from '../control/icon_button.tsx'
import { ProjectIcon } from '../icon/project_icon.tsx'
import { useNotice } from '../notices.tsx'
import { UseTemplate } from './use_template.tsx'
import './templates.css'

interface Props {
  /** The accessible name of the list. */
  label: string
  templates: readonly ProjectTemplate[]
}

export function TemplateCards({ label, templates }: Props) {
  const [used, setUsed] = useState<ProjectTemplate>()
  return (
    <>
      <ul className="templates" aria-label={label}>
        {templates.map(template => (
          <TemplateCard key={template.gid} template={template} onUse={() => setUsed(template)} />
        ))}
      </ul>
      {used ? <UseTemplate template={used} onClose={() => setUsed(undefined)} /> : null}
    </>
  )
}

function TemplateCard({ template, onUse }: { template: ProjectTemplate; onUse(): void }) {
  const { gid, name, description, color, owner } = template
  const { user } = useCache()
  const client = useQueryClient()
  const notify = useNotice()
  const reload = () => client.invalidateQueries({ queryKey: ['objects'] })
  const fail = (error: Error) => notify({ text: error.message, isError: true })
  const undo = () => void restore(gid).catch(fail).then(reload)
  const remove = () =>
    void deleteTemplate(gid)
      .then(() => notify({ text: 'Moved to trash', undo }), fail)
      .then(reload)
  return (
    <li className="template" data-gid={gid}>
      <span className="template-head">
        <ProjectIcon icon={null} color={color} size={24} />
        <span className="template-name">{name}</span>
        {owner?.gid === user ? (
          <IconButton icon={Trash} size="small" label={`Delete ${name}`} onPress={remove} />
        ) : null}
      </span>
      <p className="template-about">{description || 'Without a description.'}</p>
      <span>
        <Button label={`Use template ${name}`} onPress={onUse}>
          Use template
        </Button>
      </span>
    </li>
  )
}
