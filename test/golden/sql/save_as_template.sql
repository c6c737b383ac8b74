-- statements: 15

-- 1 as task.sql 1

-- 2 as task.sql 5

-- 3 as create_section.sql 3

-- 4 as audit_log.sql 3

-- 5 as instantiate_project.sql 4

-- 6 as instantiate_project.sql 5

-- 7 as instantiate_project.sql 6

-- 8
insert into project_templates ("gid", "workspace", "description", "html_description", "color", "is_complete", "name", "is_public", "team", "owner", "content", "requested_dates", "requested_roles", "created_at", "modified_at", "deleted_at", "deleted_by")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- 9 as instantiate_project.sql 15

-- 10 as instantiate_project.sql 16

-- 11 as instantiate_project.sql 19

-- 12 as create_project.sql 21

-- 13 as assign_task.sql 32

-- 14
insert into streams (resource, change)
values (?, ?), (?, ?), (?, ?);

-- 15 as create_task.sql 25
