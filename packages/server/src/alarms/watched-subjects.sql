-- A device can have several alarms of a watched kind: one for each disk or camera.
alter table alarm_watches add column subject text not null default '';
alter table alarm_watches drop constraint alarm_watches_key;
alter table alarm_watches add constraint alarm_watches_key primary key (project_id, device_id, kind, subject);
