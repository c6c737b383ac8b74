-- statements: 13

-- 1 as task.sql 1

-- 2 as task.sql 5

-- 3
select *
from projects
where "gid" = ?;

-- 4
insert into status_updates ("gid", "parent", "workspace", "resource_subtype", "status_type", "title", "text", "html_text", "created_by", "created_at", "modified_at", "deleted_at", "deleted_by")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- 5
select "gid", "status_type", "created_by", "created_at"
from "status_updates"
where "parent" = ?1 and "deleted_at" is null
order by "gid" desc
limit 1;

-- 6
update projects
set "current_status_update" = ?
where "gid" = ?;

-- 7
select json_array("t0"."gid", "t0"."title", "t0"."resource_subtype", "t0"."text", "t0"."html_text", "t0"."status_type", "t0"."created_by", "t0"."created_at", "t0"."modified_at", null, (
  select json_group_array(json_array("t1"."gid", "t1"."user"))
  from "status_update_likes" as "t1"
  where "t1"."status_update" = "t0"."gid"), null, (
  select json_group_array(json_array("r"."first", "r"."emoji_base", "r"."variant", "r"."count", "r"."reacted"))
  from (
    select min(x.gid) as first, x.emoji_base as emoji_base, coalesce(max(case when x."user" = ?1 then x.emoji end), min(x.emoji)) as variant, count(*) as count, max(case when x."user" = ?1 then 1 else 0 end) as reacted
    from reactions x
    where x.target = "t0"."gid"
    group by x.emoji_base) r), "t0"."parent") as "row"
from "status_updates" as t0
where "t0"."gid" = ?2;

-- 8 as task_stories.sql 6

-- 9 as project.sql 17

-- 10 as create_task.sql 20

-- 11 as assign_task.sql 32

-- 12 as create_section.sql 13

-- 13 as create_task.sql 25
